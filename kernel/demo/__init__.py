"""A sample repository and a sample session."""
