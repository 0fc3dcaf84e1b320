"""Stage check: named rules, each with a spec in codegen/tests that breaks it."""
