"""Compilers, linters and build tools, one file a tool."""
