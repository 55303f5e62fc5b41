"""The workbench: a full-screen Textual app over the kernel."""
