"""Stack traces, one file a language."""
