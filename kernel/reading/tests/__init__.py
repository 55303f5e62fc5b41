"""Test runners' outputs, one file a tool."""
