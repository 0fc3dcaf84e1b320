"""Stage lower: turns the resolved API into finished lines of C, and checks into conditions and text."""
