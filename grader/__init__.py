"""Scenarios as data, the replay that plays them, the judge that reads the record, and the reports."""
