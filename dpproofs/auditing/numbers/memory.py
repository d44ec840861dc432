"""What a stream of draws began with: early values, in a table of fixed size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.numbers.doubles import Array, Codes

SLOTS_LOG2 = 17
MIXER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio


class Memory:
    """Values of a stream: each has a slot, and the first one to come to a slot stays there.

    Of n random values, few next to the number of slots, about a part n / 2^18 finds its slot taken
    and is not remembered. NaN marks a free slot; it equals nothing, so that it cannot come back.
    """

    def __init__(self) -> None:
        self._slots = np.full(2**SLOTS_LOG2, np.nan)
        self._met = 0  # values that equal a remembered one, itself included

    @property
    def values(self) -> Array:
        """What is remembered, in order."""
        return np.sort(self._slots[~np.isnan(self._slots)])

    @property
    def repeats(self) -> int:
        """The values so far that equalled an earlier one among those remembered."""
        return self._met - int(np.count_nonzero(~np.isnan(self._slots)))

    def has(self, values: Array) -> NDArray[np.bool_]:
        """Whether each of some values is remembered."""
        return np.asarray(self._slots[_slots(values)] == values)

    def learn(self, values: Array) -> None:
        """Go on with the stream."""
        slots = _slots(values)
        free = np.isnan(self._slots[slots])
        self._slots[slots[free]] = values[free]  # of those that come together, one stays
        self._met += int(np.count_nonzero(self._slots[slots] == values))


def _slots(values: Array) -> Codes:
    """The slot of each value: multiplicative hashing of its bits, of which zeros have the same.

    Knuth, *The Art of Computer Programming*, volume 3, section 6.4.
    """
    bits = (values + 0.0).view(np.uint64)  # both zeros are one value
    mixed = (bits ^ (bits >> np.uint64(32))) * MIXER
    return (mixed >> np.uint64(64 - SLOTS_LOG2)).view(np.int64)
