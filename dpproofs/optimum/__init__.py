"""Convex programs over noise distributions, the mechanisms they make, and what proves them best."""

from dpproofs.kernel.rooms import lead
from dpproofs.optimum.dual import Dual, dual
from dpproofs.optimum.grid import Grid
from dpproofs.optimum.interior_point import NotConverged
from dpproofs.optimum.least import Optimum, optimum
from dpproofs.optimum.solver import Solution, solved

__all__ = ["Dual", "Grid", "NotConverged", "Optimum", "Solution", "dual", "optimum", "solved"]

lead(__name__, optimum)
