"""One call: an agent, its tools and a clock in; events out. The only execution core."""
