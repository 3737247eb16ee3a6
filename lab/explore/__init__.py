"""Every dialogue of an agent, not nine: a search through all that a caller may say and a clinic may answer."""
