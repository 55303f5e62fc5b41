"""T1: projects a tool output, as a plan of spans."""
