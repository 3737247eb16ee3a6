"""The verbs of the course, one file each: `add_arguments(parser)` and `run(args) -> exit code`."""
