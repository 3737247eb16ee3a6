"""The clinic: a fake reservation API that fails on purpose."""
