"""The MCP server: JSON-RPC lines on standard input and output, by the standard library alone.

The server's own process (``server``) speaks the protocol and answers hooks; tools run in child processes (``workers``,
``tool_process``), so that a long slice delays no hook, is cancelled by ending its process, and cannot take the server down.
"""
