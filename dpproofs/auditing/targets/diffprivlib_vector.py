"""diffprivlib's ``Vector``, which perturbs an objective function, as noise for a gradient.

At the input x the objective is w -> w.x, in as many variables as x has numbers, and the output is
the gradient of the perturbed objective at 0: x and the random vector. Two data sets whose gradients
are data_sensitivity long at most are twice as far apart, so that the claim's sensitivity, in l2, is
twice ``data_sensitivity``; the objective is linear, so that ``function_sensitivity`` is 0. Both may
be given as arguments, and so may ``alpha``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.neighbours import vectors
from dpproofs.auditing.target import About, Argument, Draws, Pair, Target, TargetError
from dpproofs.auditing.targets import libraries
from dpproofs.auditing.targets.naming import last_line
from dpproofs.auditing.targets.outputs import checked
from dpproofs.auditing.targets.vector_noise import row_of
from dpproofs.kernel.errors import BadInput

NAME = "Vector"
ARGUMENTS = {"dimension", "alpha", "function_sensitivity", "data_sensitivity"}


class DiffprivlibVectorTarget(Target):
    """``Vector`` with the arguments of its constructor."""

    def __init__(self, constructor: Mapping[str, Any], about: About, secure: bool):
        self.constructor = dict(constructor)
        self.about = about
        self.secure = secure

    @property
    def dimension(self) -> int:
        """The length of inputs and outputs."""
        return int(self.constructor["dimension"])

    @property
    def seeded(self) -> bool:
        """The generator is passed on, except with ``secure=true``."""
        return not self.secure

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        """``count`` perturbed objectives, each at 0."""
        whose = f"{self.about.name} at {value!r}"
        row, origin = row_of(value, self.dimension, whose), np.zeros(self.dimension)
        state = None if self.secure else np.random.RandomState(rng.bit_generator)

        def linear(w: Any) -> tuple[float, Any]:
            return float(np.dot(w, row)), row.copy()

        try:
            randomise = self.mechanism(state).randomise
            draws = [randomise(linear)(origin)[1] for _ in range(count)]
        except Exception as error:
            raise TargetError(f"{whose} raised {last_line(error)}") from error
        return checked(np.array(draws), count, whose).reshape(count, self.dimension)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair] | None:
        """As far apart as the sensitivity in l2."""
        return vectors([[0.0] * self.dimension], claim.sensitivity, "l2")

    def mechanism(self, random_state: Any = None) -> Any:
        """A fresh one."""
        mechanisms = libraries.load("diffprivlib.mechanisms", "diffprivlib")
        return mechanisms.Vector(random_state=random_state, **self.constructor)


def build_vector(claim: PrivacyClaim, arguments: Mapping[str, Argument]) -> DiffprivlibVectorTarget:
    """The mechanism constructed for the claim.

    Raises
    ------
    BadInput
        When no dimension is given, delta is not 0, or the mechanism does not take an argument.
    """
    title = f"diffprivlib:{NAME}"
    libraries.refuse_others(title, arguments, ARGUMENTS | {"secure"})
    if "dimension" not in arguments:
        raise BadInput("--arg", "no dimension", f"dimension=D for {title}")
    if claim.delta:
        raise BadInput("delta", claim.delta, f"0 for {title}")
    own = {key: value for key, value in arguments.items() if key != "secure"}
    defaults = {"function_sensitivity": 0.0, "data_sensitivity": claim.sensitivity / 2}
    constructor = {"epsilon": claim.epsilon, **defaults, **own}
    about = About(title, "diffprivlib", libraries.version("diffprivlib"), dict(arguments))
    secure = libraries.truth("secure", arguments.get("secure", False))
    target = DiffprivlibVectorTarget(constructor, about, secure)
    try:
        target.mechanism(0)
    except (TypeError, ValueError) as error:
        raise libraries.refused(title, claim, arguments, last_line(error)) from error
    return target
