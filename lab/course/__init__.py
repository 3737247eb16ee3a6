"""The course: exercises as data, a workspace for a student, progress, checks that teach, and a watcher of saves."""
