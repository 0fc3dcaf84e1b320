"""Formats: words of memory, bit by bit, with their value lists and constants. Adapters and management datagrams are
made of them."""
