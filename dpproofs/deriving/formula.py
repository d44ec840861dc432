"""A formula that was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp


@dataclass(frozen=True)
class Found:
    """A formula that was found, with the step that decides it."""

    value: sp.Expr
    by: str
    hints: Mapping[str, Any]
    how: str
