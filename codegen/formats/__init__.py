"""Formats: words of memory, described bit by bit, with enums and constants. Adapters and management datagrams consist
of formats."""
