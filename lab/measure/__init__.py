"""Experiments: each asks one question, runs it, and answers with a table and a plot."""
