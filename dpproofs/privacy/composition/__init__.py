"""Composition of any mechanisms: bounds from above and below on what many rounds leak together."""

from dpproofs.privacy.composition.account import Bracket, Composition, compose
from dpproofs.privacy.composition.rounds import Round

__all__ = ["Bracket", "Composition", "Round", "compose"]
