"""Several kinds of noise side by side: what they cost and what they leak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.plots import made
from dpproofs.notebook import shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from dpproofs.mechanisms.base import Noise

HEADS = ("noise", "E|X|", "std")


@dataclass(frozen=True)
class Comparison:
    """A table of noises; it displays itself in a notebook, and plots their profiles.

    Attributes
    ----------
    noises
        By the names under which they are told.
    epsilons
        Where the privacy profiles are told.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.compare([dp.Laplace(1)], epsilons=[0.5]).rows
    [('Laplace', '1', '1.414', '0.2212')]
    """

    noises: Mapping[str, Noise]
    epsilons: tuple[float, ...]

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """A row for each noise: its name, E|X|, the standard deviation, the least deltas.

        >>> import dpproofs as dp
        >>> dp.compare([dp.Laplace(1)], epsilons=[0.5]).rows
        [('Laplace', '1', '1.414', '0.2212')]
        """
        return [
            (name, *(f"{value:.4g}" for value in self._values(noise)))
            for name, noise in self.noises.items()
        ]

    def _values(self, noise: Noise) -> list[float]:
        profile = np.atleast_1d(noise.privacy_profile(np.array(self.epsilons)))
        return [noise.expected_cost(1), noise.std(), *profile.tolist()]

    @property
    def heads(self) -> tuple[str, ...]:
        """What the columns are.

        >>> import dpproofs as dp
        >>> dp.compare([dp.Laplace(1)], epsilons=[0.5]).heads
        ('noise', 'E|X|', 'std', 'delta(0.5)')
        """
        return (*HEADS, *(f"delta({epsilon:g})" for epsilon in self.epsilons))

    def plot(self, axes: Axes | None = None) -> Axes:
        """Draw the privacy profiles, on axes of matplotlib that are made unless given; their
        ``figure`` shows itself in a notebook.

        Raises
        ------
        BadInput
            When matplotlib is not installed.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.compare([dp.Laplace(1), dp.Staircase(1, cost=1)]).plot().get_ylabel()
        'least delta'
        """
        axes = made(axes)
        at = np.linspace(0, max(self.epsilons), 200)
        for name, noise in self.noises.items():
            axes.plot(at, noise.privacy_profile(at), label=name)
        axes.set_xlabel("epsilon")
        axes.set_ylabel("least delta")
        axes.set_yscale("log")
        axes.legend()
        return axes

    def __repr__(self) -> str:
        table = [self.heads, *self.rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in table
        )

    def _repr_html_(self) -> str:
        return shown("", self.heads, self.rows)


def compare(
    noises: Sequence[Noise] | Mapping[str, Noise], epsilons: Sequence[float] = (0.5, 1.0, 2.0)
) -> Comparison:
    """Put noises side by side.

    Parameters
    ----------
    noises
        Mechanisms, or mechanisms by the names under which they are to be told.
    epsilons
        Where their privacy profiles are told, at least one number in [0, oo).

    Raises
    ------
    BadInput
        When there is nothing to compare, or an epsilon is out of range.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.compare([dp.Laplace(1), dp.Staircase(1, cost=1)], epsilons=[0.5, 1])
    noise      E|X|    std    delta(0.5)  delta(1)
    Laplace    1       1.414  0.2212      0
    Staircase  0.9595  1.386  0.2741      0
    """
    named = noises if isinstance(noises, Mapping) else _named(noises)
    if not named:
        raise BadInput("noises", noises, "at least one mechanism")
    if not epsilons or not all(0 <= epsilon < float("inf") for epsilon in epsilons):
        raise BadInput("epsilons", epsilons, "at least one number in [0, inf)")
    return Comparison(dict(named), tuple(map(float, epsilons)))


def _named(noises: Sequence[Noise]) -> dict[str, Noise]:
    """Noises by the names of their kinds, with numbers where a name comes again."""
    found: dict[str, Noise] = {}
    for noise in noises:
        kind = type(noise).__name__
        again = sum(name.split(" ")[0] == kind for name in found)
        found[f"{kind} {again + 1}" if again else kind] = noise
    return found
