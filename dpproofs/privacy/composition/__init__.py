"""Composition of any mechanisms: bounds from above and below on what many rounds leak together."""

from dpproofs.privacy.composition.account import Bracket, Composition, compose
from dpproofs.privacy.composition.rounds import Round
from dpproofs.privacy.composition.sampling import Sampling

__all__ = ["Bracket", "Composition", "Round", "Sampling", "compose"]
