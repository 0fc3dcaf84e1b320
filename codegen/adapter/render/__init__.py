"""Stage render: prints the lowered model with templates, and as tables and pages."""
