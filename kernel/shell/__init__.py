"""Commands of a shell: a trap that looks at what a failing one printed, a quieter form at their start, and running one under watch."""
