"""Convex programs over noise distributions, the mechanisms they make, and what proves them best."""

from dpproofs.optimum.dual import Dual, dual
from dpproofs.optimum.grid import Grid
from dpproofs.optimum.interior_point import NotConverged
from dpproofs.optimum.solver import Solution, solved

__all__ = ["Dual", "Grid", "NotConverged", "Solution", "dual", "solved"]
