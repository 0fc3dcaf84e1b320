"""Stage render: headers, tables, pages and the manual."""
