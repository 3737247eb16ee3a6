"""What stands between an agent's tools and a practice's record system: code carries what no person can check."""
