"""Convex programs over noise distributions, the mechanisms they make, and what proves them best."""

from dpproofs.optima.cactus.dual import Dual, dual
from dpproofs.optima.cactus.grid import Grid
from dpproofs.optima.cactus.interior_point import NotConverged
from dpproofs.optima.cactus.solver import Solution, solved
from dpproofs.optima.least import Optimum, optimum

__all__ = ["Dual", "Grid", "NotConverged", "Optimum", "Solution", "dual", "optimum", "solved"]
