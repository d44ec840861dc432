"""Several kinds of noise side by side: what they cost and what they leak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.described import Described
from dpproofs.mechanisms.pictures import plots
from dpproofs.mechanisms.pictures.curves import SIZE, Profiled, draw_both
from dpproofs.notebook import shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HEADS = ("noise", "E|X|", "std")


@dataclass(frozen=True)
class Comparison:
    """A table of noises; it displays itself in a notebook, and draws what they leak.

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

    noises: Mapping[str, Profiled]
    epsilons: tuple[float, ...]

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """A row for each noise: its name, E|X|, the standard deviation, the least deltas.

        What adds no noise to a number, such as randomised response, has a dash for its costs.

        >>> import dpproofs as dp
        >>> dp.compare([dp.Laplace(1)], epsilons=[0.5]).rows
        [('Laplace', '1', '1.414', '0.2212')]
        """
        epsilons = np.array(self.epsilons)
        return [
            (name, *_costs(noise), *(f"{delta:.4g}" for delta in noise.privacy_profile(epsilons)))
            for name, noise in self.noises.items()
        ]

    @property
    def heads(self) -> tuple[str, ...]:
        """What the columns are.

        >>> import dpproofs as dp
        >>> dp.compare([dp.Laplace(1)], epsilons=[0.5]).heads
        ('noise', 'E|X|', 'std', 'delta(0.5)')
        """
        return (*HEADS, *(f"delta({epsilon:g})" for epsilon in self.epsilons))

    def plot(self) -> Figure:
        """Draw the privacy profiles and, beside them, the Renyi divergences.

        Both on logarithmic scales, with points as dense as the curves bend. A curve that falls to 0
        leaves the picture, and no line joins what lies on both sides of a 0. Where the divergences
        of a mechanism are infinite or not known, the legend says so.

        Returns
        -------
        A figure of matplotlib, with two axes. A notebook shows it when it is the value of a cell.

        Raises
        ------
        BadInput
            When matplotlib is not installed.

        Examples
        --------
        >>> import dpproofs as dp
        >>> figure = dp.compare([dp.Laplace(1), dp.Staircase(1, cost=1)]).plot()
        >>> [axes.get_ylabel() for axes in figure.axes]
        ['least delta', 'Renyi divergence']
        """
        figure = plots.figure(SIZE)
        draw_both(figure, self.noises, max(self.epsilons) or 1.0)
        return figure

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
    noises: Sequence[Profiled] | Mapping[str, Profiled], epsilons: Sequence[float] = (0.5, 1.0, 2.0)
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
    if not named or not all(isinstance(noise, Profiled) for noise in named.values()):
        raise BadInput("noises", noises, "at least one mechanism, each with a privacy profile")
    if not epsilons or not all(0 <= epsilon < float("inf") for epsilon in epsilons):
        raise BadInput("epsilons", epsilons, "at least one number in [0, inf)")
    return Comparison(dict(named), tuple(map(float, epsilons)))


def _costs(noise: Profiled) -> tuple[str, ...]:
    """E|X| and the standard deviation, of noise for numbers."""
    if not isinstance(noise, Described):
        return "-", "-"
    return f"{noise.expected_cost(1):.4g}", f"{noise.std():.4g}"


def _named(noises: Sequence[Profiled]) -> dict[str, Profiled]:
    """Noises by the names of their kinds, with numbers where a name comes again."""
    found: dict[str, Profiled] = {}
    for noise in noises:
        kind = type(noise).__name__
        again = sum(name.split(" ")[0] == kind for name in found)
        found[f"{kind} {again + 1}" if again else kind] = noise
    return found
