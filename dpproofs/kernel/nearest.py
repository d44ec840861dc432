"""The names that may have been meant by one that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

ALIKE = 0.7  # of difflib's ratio: with less, names look alike that have nothing in common


def nearest(name: str, names: Iterable[str], most: int = 2) -> list[str]:
    """Return the likeliest of the known names, those first that begin like this one; none if none.

    Parameters
    ----------
    name
        What was written.
    names
        What could have been.
    most
        So many at most.

    Examples
    --------
    >>> nearest("eps", ["delta", "epsilon", "help"]), nearest("tulep", ["tulap", "laplace"])
    (['epsilon'], ['tulap'])
    """
    names = list(names)
    begun = [each for each in names if name and each.startswith(name)]
    alike = difflib.get_close_matches(name, names, n=most, cutoff=ALIKE)
    return list(dict.fromkeys([*begun, *alike]))[:most]
