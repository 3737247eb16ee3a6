"""What stands between a language model and a practice's API: every tool call goes through it, in order."""
