"""Stage lower: a spec as words in memory, in typed objects that templates and pages only have to place."""
