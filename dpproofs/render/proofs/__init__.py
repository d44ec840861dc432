"""Proofs as mathematicians write them, made from the steps of a derivation and their evidence.

`form` is what LaTeX, HTML, Markdown and the terminal share; `writer` makes it.
"""
