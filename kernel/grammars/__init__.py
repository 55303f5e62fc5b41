"""Definitions, imports and references of a source file."""
