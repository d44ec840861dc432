"""Symmetric noise on a lattice: its masses and costs, and the programs over them."""
