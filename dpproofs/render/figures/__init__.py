"""The papers' figures: one file each, found by looking at this folder."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from dpproofs.render.figures.figure import Figure

__all__ = ["Figure", "all_figures"]


@cache
def all_figures() -> tuple[Figure, ...]:
    """Every figure: the ``FIGURE`` of each module of this folder, by name."""
    modules = (
        importlib.import_module(f"{__name__}.{info.name}")
        for info in pkgutil.iter_modules(__path__)
    )
    found = (module.FIGURE for module in modules if hasattr(module, "FIGURE"))
    return tuple(sorted(found, key=lambda figure: figure.name))
