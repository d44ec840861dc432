"""Kulesza, Suresh and Wang, "General Staircase Mechanisms for Optimal Differential Privacy", and
what is ours about the radius of the staircase in R^d.
"""
