"""What runs in the agent's process, and in those that it is forked from."""
