"""RAPPOR: Erlingsson, Pihur and Korolova, CCS 2014. Randomised response on a Bloom filter."""

from __future__ import annotations

import hashlib
import math

import numpy as np
from numpy.typing import NDArray

Value = NDArray[np.float64]


def bloom_filter(value: Value, hashes: int, bits: int) -> NDArray[np.int8]:
    """Bits set by several hash functions of a whole number."""
    filled = np.zeros(bits, np.int8)
    for i in range(hashes):
        digest = hashlib.sha256(f"{i}:{int(value)}".encode()).digest()
        filled[int.from_bytes(digest[:8]) % bits] = 1
    return filled


def one_time_epsilon(*, f: float, hashes: int) -> float:
    """Theorem 1: attained by two values whose hash functions set 2 h different bits."""
    return 2 * hashes * math.log((1 - f / 2) / (f / 2))


def epsilon(*, f: float, p: float, q: float, hashes: int) -> float:
    """Theorem 2, from the probabilities of a 1 that comes from a bit 1 and from a bit 0."""
    one = f / 2 * (p + q) + (1 - f) * q
    zero = f / 2 * (p + q) + (1 - f) * p
    return hashes * math.log(one * (1 - zero) / (zero * (1 - one)))


def one_time_rappor(
    value: Value, count: int, rng: np.random.Generator, *, f: float, hashes: int, bits: int
) -> NDArray[np.int8]:
    """The permanent response: each bit is kept, or with probability f replaced by a fair coin."""
    coins = rng.random((count, bits))
    kept = bloom_filter(value, hashes, bits)
    return np.where(coins < f / 2, 1, np.where(coins < f, 0, kept)).astype(np.int8)


def rappor(
    value: Value,
    count: int,
    rng: np.random.Generator,
    *,
    f: float,
    p: float,
    q: float,
    hashes: int,
    bits: int,
) -> NDArray[np.int8]:
    """The instantaneous response: 1 with probability q where the permanent bit is 1, else p."""
    permanent = one_time_rappor(value, count, rng, f=f, hashes=hashes, bits=bits)
    return (rng.random((count, bits)) < np.where(permanent, q, p)).astype(np.int8)
