"""Stage lower: what a spec means for words in memory, as typed objects that templates and pages only have to place."""
