"""What graded work is written as, for the tools of a course. Each is a pure function of one result model."""
