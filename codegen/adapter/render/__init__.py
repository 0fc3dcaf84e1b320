"""Stage render: the lowered model in templates, tables and pages."""
