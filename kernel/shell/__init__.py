"""Commands of a shell: a trap that looks at what a failing one printed, and running one under watch."""
