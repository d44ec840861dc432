"""Theorems: one folder a paper, one file a theorem. See :mod:`dpproofs.theorems.registry`."""
