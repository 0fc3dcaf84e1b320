"""Stages shared by all languages: load, schema, diagnostics, naming, rendering, writing."""
