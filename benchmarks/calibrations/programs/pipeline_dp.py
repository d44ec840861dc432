"""PipelineDP, by what its computations take for a sum of l2 sensitivity 1."""

import importlib.metadata

from pipeline_dp.dp_computations import compute_sigma

VERSION = importlib.metadata.version("pipeline-dp")


def sigma(epsilon: float, delta: float) -> float:
    """Its standard deviation for one query of sensitivity 1."""
    return compute_sigma(epsilon, delta, 1.0)
