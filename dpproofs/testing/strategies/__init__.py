"""Hypothesis strategies for tests of privacy; what they draw shrinks to what can be read.

Parameters and inputs with their hard corners, neighbouring inputs, sets and shifts as exact
rationals, private noise, mechanisms.
"""

from dpproofs.testing.strategies.inputs import (
    Norm,
    Relation,
    inputs,
    neighbouring_numbers,
    neighbouring_records,
    neighbouring_vectors,
)
from dpproofs.testing.strategies.mechanisms import (
    Selecting,
    mechanisms,
    mechanisms_of,
    selections,
)
from dpproofs.testing.strategies.noise import StepNoise, step_noise
from dpproofs.testing.strategies.parameters import claims, deltas, epsilons, sensitivities
from dpproofs.testing.strategies.sets import (
    NoiseSet,
    PrivateLevels,
    noise_sets,
    noise_values,
    private_levels,
    shifts,
)

__all__ = [
    "NoiseSet",
    "Norm",
    "PrivateLevels",
    "Relation",
    "Selecting",
    "StepNoise",
    "claims",
    "deltas",
    "epsilons",
    "inputs",
    "mechanisms",
    "mechanisms_of",
    "neighbouring_numbers",
    "neighbouring_records",
    "neighbouring_vectors",
    "noise_sets",
    "noise_values",
    "private_levels",
    "selections",
    "sensitivities",
    "shifts",
    "step_noise",
]
