"""Widgets that know nothing of the kernel."""
