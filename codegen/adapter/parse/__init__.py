"""Stage parse: a spec that has the shape of the grammar becomes the model."""
