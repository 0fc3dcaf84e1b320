"""The model of an adapter: what its spec says, as typed objects that remember where they were written."""
