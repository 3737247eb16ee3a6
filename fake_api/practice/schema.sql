-- Instants are whole minutes since 1970-01-01 UTC; shifts are minutes after midnight in the office's zone.

CREATE TABLE practice (
    name TEXT NOT NULL, requests_per_second INTEGER
) STRICT;
CREATE TABLE offices (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, zone TEXT NOT NULL
) STRICT;
CREATE TABLE hours (
    office_id INTEGER NOT NULL REFERENCES offices, weekday INTEGER NOT NULL,
    starts INTEGER NOT NULL, ends INTEGER NOT NULL, PRIMARY KEY (office_id, weekday, starts)
) STRICT, WITHOUT ROWID;
CREATE TABLE closures (
    office_id INTEGER NOT NULL REFERENCES offices, day TEXT NOT NULL, PRIMARY KEY (office_id, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE providers (
    id INTEGER PRIMARY KEY, given TEXT NOT NULL, family TEXT NOT NULL
) STRICT;

CREATE TABLE columns (
    id INTEGER PRIMARY KEY,
    office_id INTEGER NOT NULL REFERENCES offices,
    provider_id INTEGER NOT NULL REFERENCES providers,
    capacity INTEGER NOT NULL,
    step INTEGER NOT NULL,
    buffer INTEGER NOT NULL
) STRICT;
CREATE INDEX columns_by_office ON columns (office_id, provider_id);
CREATE TABLE shifts (
    column_id INTEGER NOT NULL REFERENCES columns, weekday INTEGER NOT NULL,
    starts INTEGER NOT NULL, ends INTEGER NOT NULL, PRIMARY KEY (column_id, weekday, starts)
) STRICT, WITHOUT ROWID;
CREATE TABLE column_lanes (
    column_id INTEGER NOT NULL REFERENCES columns, lane TEXT NOT NULL, PRIMARY KEY (column_id, lane)
) STRICT, WITHOUT ROWID;
CREATE TABLE seats (
    column_id INTEGER NOT NULL REFERENCES columns, seat INTEGER NOT NULL, PRIMARY KEY (column_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE types (
    code TEXT PRIMARY KEY, name TEXT NOT NULL, minutes INTEGER NOT NULL
) STRICT;
CREATE TABLE rules (
    id INTEGER PRIMARY KEY,
    office_id INTEGER REFERENCES offices,           -- none: every office
    reason TEXT NOT NULL,
    status TEXT,                                    -- new, established; none: both
    age_from INTEGER NOT NULL, age_to INTEGER NOT NULL,
    code TEXT NOT NULL REFERENCES types,
    lane TEXT NOT NULL
) STRICT;

CREATE TABLE patients (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL, born TEXT NOT NULL, phone TEXT NOT NULL,
    status TEXT,                                    -- new, established; none: nobody knows
    sex TEXT, state TEXT, zip TEXT                  -- none: not on file
) STRICT;
CREATE INDEX patients_by_name ON patients (name_key, born);
CREATE INDEX patients_by_birth ON patients (born);
CREATE INDEX patients_by_phone ON patients (phone);
-- parts of each name, so that a surname is found as fast among a million patients as among ten
CREATE TABLE patient_forms (
    form TEXT NOT NULL, born TEXT NOT NULL, patient_id INTEGER NOT NULL,
    PRIMARY KEY (form, born, patient_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE may_act (
    patient_id INTEGER NOT NULL REFERENCES patients, name TEXT NOT NULL, relation TEXT NOT NULL,
    allowed INTEGER NOT NULL, PRIMARY KEY (patient_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE appointments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    patient_id INTEGER NOT NULL REFERENCES patients,
    column_id INTEGER NOT NULL REFERENCES columns,
    code TEXT NOT NULL REFERENCES types,
    starts INTEGER NOT NULL,
    minutes INTEGER NOT NULL,
    status TEXT NOT NULL,                           -- booked, cancelled
    version INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX one_place_at_a_time ON appointments (patient_id, starts) WHERE status = 'booked';
CREATE INDEX booked_in_column ON appointments (column_id, starts, minutes, status) WHERE status = 'booked';
CREATE INDEX appointments_by_patient ON appointments (patient_id, starts);

-- Every quarter of an hour of every booked visit sits on a seat of its column, and no seat twice:
-- beyond its capacity a column cannot be booked, whoever writes.
CREATE TABLE occupied (
    column_id INTEGER NOT NULL, at INTEGER NOT NULL, seat INTEGER NOT NULL,
    appointment_id INTEGER NOT NULL REFERENCES appointments ON DELETE CASCADE,
    PRIMARY KEY (column_id, at, seat),
    FOREIGN KEY (column_id, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;
CREATE INDEX occupied_by_appointment ON occupied (appointment_id);

CREATE TABLE medications (
    id TEXT PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients, name TEXT NOT NULL, strength TEXT NOT NULL,
    quantity INTEGER NOT NULL, days_of_supply INTEGER NOT NULL, refills INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX medications_by_patient ON medications (patient_id);
CREATE INDEX medications_by_name ON medications (name, strength);
CREATE TABLE fills (
    id INTEGER PRIMARY KEY, medication_id TEXT NOT NULL REFERENCES medications, drug TEXT NOT NULL, day TEXT NOT NULL,
    quantity INTEGER NOT NULL                       -- drug: name and strength, for what is usual among all patients
) STRICT;
CREATE INDEX fills_by_medication ON fills (medication_id, day);
CREATE INDEX fills_by_drug ON fills (drug, day);
CREATE TABLE refill_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT, medication_id TEXT NOT NULL REFERENCES medications,
    quantity INTEGER NOT NULL, days_of_supply INTEGER NOT NULL, requested TEXT NOT NULL
) STRICT;
CREATE INDEX refill_requests_by_medication ON refill_requests (medication_id);

CREATE TABLE invoices (
    id TEXT PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients, about TEXT NOT NULL,
    cents INTEGER NOT NULL, issued TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invoices_by_patient ON invoices (patient_id);
CREATE TABLE payments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, patient_id INTEGER NOT NULL REFERENCES patients,
    invoice_id TEXT REFERENCES invoices,            -- none: on account
    cents INTEGER NOT NULL, reason TEXT NOT NULL, paid TEXT NOT NULL
) STRICT;
CREATE INDEX payments_by_invoice ON payments (invoice_id);
CREATE INDEX payments_by_patient ON payments (patient_id);
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, patient_id INTEGER NOT NULL REFERENCES patients,
    provider_id INTEGER NOT NULL REFERENCES providers, text TEXT NOT NULL, sent TEXT NOT NULL
) STRICT;
CREATE INDEX messages_by_patient ON messages (patient_id, provider_id);

-- What was quoted and what became of it: a change is written for one quote only, whatever else goes wrong.
CREATE TABLE quotes (
    token TEXT PRIMARY KEY, call_id TEXT NOT NULL, kind TEXT NOT NULL, request TEXT NOT NULL, draft TEXT NOT NULL,
    change TEXT NOT NULL, expires INTEGER NOT NULL, -- in seconds since 1970
    outcome TEXT,                                   -- written, or the code of a rejection; none: not sent yet
    reason TEXT, flags TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_write_for_a_change ON quotes (change) WHERE outcome = 'written';
CREATE TABLE call_logs (
    call_id TEXT PRIMARY KEY, transcript TEXT NOT NULL, accounts TEXT NOT NULL, end_reason TEXT NOT NULL,
    flags TEXT NOT NULL, logged TEXT NOT NULL
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 2;
