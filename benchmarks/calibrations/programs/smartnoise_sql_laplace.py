"""smartnoise-sql, by the Laplace noise that it adds to a sum of values in [0, 1]."""

import importlib.metadata

from snsql.sql._mechanisms.laplace import Laplace

VERSION = importlib.metadata.version("smartnoise-sql")


def sigma(epsilon: float, delta: float) -> float:
    """Its scale for one query of sensitivity 1."""
    del delta
    return Laplace(epsilon, sensitivity=1).scale
