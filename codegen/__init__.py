"""The code generator of Inverbs: turns the facts in spec/ into C. Entry point: ``python3 -m codegen``."""
