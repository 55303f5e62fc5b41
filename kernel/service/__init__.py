"""The one kernel: a file a use case; loads inputs, calls pure operators, stores results."""
