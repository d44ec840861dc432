"""Composition of any mechanisms: bounds from above and below on what many rounds leak together."""

from dpproofs.privacy.composition.account import Composition, Round, compose

__all__ = ["Composition", "Round", "compose"]
