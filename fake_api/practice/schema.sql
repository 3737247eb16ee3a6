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
CREATE INDEX columns_by_office ON columns (office_id);
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
    status TEXT                                     -- new, established; none: nobody knows
) STRICT;
CREATE INDEX patients_by_name ON patients (name_key, born);
CREATE INDEX patients_by_birth ON patients (born);
CREATE INDEX patients_by_phone ON patients (phone);

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
CREATE INDEX booked_in_column ON appointments (column_id, starts, minutes) WHERE status = 'booked';
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
