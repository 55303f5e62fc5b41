"""The only way from the workbench to the kernel, one file a pane."""
