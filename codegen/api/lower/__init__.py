"""Stage lower: the resolved API as finished lines of C, and checks as conditions and text."""
