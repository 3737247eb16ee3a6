"""The developer's prompt: an agent, a record and a heard line, at a terminal or in a pipe."""
