"""What Claude Code is told at each of its events; each module is loaded for its event only."""
