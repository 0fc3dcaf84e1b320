"""Stage check: rules that are functions, each with a bad spec in codegen/tests/api."""
