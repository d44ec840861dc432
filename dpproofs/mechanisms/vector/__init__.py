"""Noise for vectors: a random radius times a point that is uniform in the unit ball of a norm."""

from __future__ import annotations

from dpproofs.mechanisms.vector.ball import Ball
from dpproofs.mechanisms.vector.gaussian import VectorGaussian
from dpproofs.mechanisms.vector.k_norm import KNorm
from dpproofs.mechanisms.vector.staircase import VectorStaircase

__all__ = ["Ball", "KNorm", "VectorGaussian", "VectorStaircase"]
