"""Geng and Viswanath, "The Optimal Mechanism in Differential Privacy" (arXiv 1212.1186)."""
