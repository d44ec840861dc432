"""Alghamdi, Asoodeh, Calmon, Kosut, Sankar and Wei, "Cactus Mechanisms: Optimal Differential
Privacy Mechanisms in the Large-Composition Regime" (ISIT 2022).
"""
