"""Stages shared by the three languages: load, schema, diagnostics, naming, rendering, writing."""
