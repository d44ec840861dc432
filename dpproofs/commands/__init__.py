"""The commands, one file each, and what they share; none of them does mathematics.

Modules here import SymPy, rich and the other rooms when a command runs, so that asking for help
is quick.
"""
