"""Stage render: what was lowered, placed in templates, tables and pages."""
