"""Stage parse: turns a spec that conforms to the grammar into the model."""
