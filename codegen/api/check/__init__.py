"""Stage check: rules, each a function with a spec in codegen/tests/api that breaks it."""
