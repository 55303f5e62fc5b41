"""The context kernel: projects what a coding agent is shown onto the small part its task needs."""

__version__ = "0.1.0"
