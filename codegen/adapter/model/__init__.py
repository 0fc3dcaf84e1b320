"""The model of an adapter: its spec as typed objects that have their source positions."""
