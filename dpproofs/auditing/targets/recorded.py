"""Draws that somebody recorded at two inputs, in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import About, Draws, Pair, Target, TargetError
from dpproofs.auditing.targets.columns import Columns, columns
from dpproofs.auditing.targets.outputs import checked
from dpproofs.kernel.errors import BadInput

LONG = {"input", "output"}


class RecordedTarget(Target):
    """Draws from a file, handed out once, in their order.

    The file is a CSV, npy, npz or Parquet file of one of two forms:

    - two columns of draws, at an input and at its neighbour. The inputs are called by the names of
      the columns, or "input" and "neighbour" where these have none;
    - a column ``input`` with two distinct numbers, and a column ``output`` of draws there.

    It cannot be copied to other processes: the draws would be handed out, and count, twice.

    Parameters
    ----------
    path
        Of the file; its ending tells the format.
    start
        How many pairs of draws have been used already.

    Raises
    ------
    BadInput
        When the file cannot be read, or is of neither form.
    """

    def __init__(self, path: str | Path, *, start: int = 0) -> None:
        self.about = About(str(path))
        self._path = Path(path)
        self._draws = _at_two_inputs(columns(self._path), self.about.name)
        most = min(map(len, self._draws.values()))
        if not 0 <= start <= most:
            raise BadInput("start", start, f"an integer from 0 to {most}, the pairs in the file")
        self._used = dict.fromkeys(self._draws, start)
        self._available = most - start

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        """The next draws at one of the two inputs; the generator plays no part."""
        del rng
        if value not in self._draws:
            inputs = " and ".join(map(str, self._draws))
            raise TargetError(f"{self.about.name} holds draws at {inputs}, and none at {value!r}")
        start = self._used[value]
        draws = self._draws[value][start : start + count]
        if len(draws) < count:
            left = f"{len(draws)} draws left at {value!r}"
            raise TargetError(f"{self.about.name} has {left}, and {count} are needed")
        self._used[value] += count
        return checked(np.array(draws), count, self.about.name)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair]:
        """The two inputs."""
        del claim
        return (Pair(*self._draws),)

    def available(self) -> int:
        """Pairs in the file, but for those used before the start."""
        return self._available

    def __reduce__(self) -> NoReturn:
        raise TypeError("a copy would hand out the recorded draws a second time: use one worker")


def _at_two_inputs(found: Columns, name: str) -> dict[Any, NDArray[Any]]:
    """The draws by their inputs."""
    if len(found) != 2:
        names = ", ".join(found)
        raise BadInput("FILE", name, f"a file of two columns, not {len(found)} ({names})")
    by_name = {column.lower(): draws for column, draws in found.items()}
    if by_name.keys() != LONG:
        return dict(found)
    where, draws = by_name["input"], by_name["output"]
    if len(where) != len(draws):
        raise BadInput("FILE", name, "with as many inputs as outputs")
    inputs = np.unique(where)
    if len(inputs) != 2:
        some = ", ".join(str(value) for value in inputs[:4].tolist())
        accepted = f"with draws at two inputs, not at {len(inputs)} ({some})"
        raise BadInput("FILE", name, accepted)
    return {value: draws[where == value] for value in inputs.tolist()}
