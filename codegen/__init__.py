"""Inverbs code generator: facts in spec/ in, C out. Entry point: ``python3 -m codegen``."""
