"""A medical practice's record system: offices, providers, schedule columns, patients, appointments, and its API."""
