"""The five panes."""
