"""Understands text and decides nothing."""
