"""A language model in the grammar's place: it picks an intent and words of the line, and nothing it says is trusted."""
