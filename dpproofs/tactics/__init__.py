"""What finds formulas and hints: antiderivatives, telescopers, roots, limits, readable forms.

Nothing here is trusted. What a tactic finds goes into a derivation, where a checker and replay
decide it without knowing where it came from.
"""
