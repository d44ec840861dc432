"""smartnoise-sql, by the noise that it adds to a sum of values in [0, 1]."""

import importlib.metadata

from snsql.sql._mechanisms.gaussian import Gaussian

VERSION = importlib.metadata.version("smartnoise-sql")


def sigma(epsilon: float, delta: float) -> float:
    """Its standard deviation for one query of sensitivity 1."""
    return Gaussian(epsilon, delta=delta, sensitivity=1).scale
