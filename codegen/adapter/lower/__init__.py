"""Stage lower: turns a spec into words in memory, as typed objects that templates and pages only print."""
