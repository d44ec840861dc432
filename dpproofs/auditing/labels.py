"""Draws that came to nothing: labels, and the codes that stand for them among doubles.

A failure is a NaN whose low bits are a code of its label.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.target import Draws

Codes: TypeAlias = NDArray[np.uint64]

QUIET = np.uint64(0x7FF8 << 48)  # the bits of a NaN
CODE = np.uint64(0xFFFFFFFF)
MOST_LABELS = 1000  # that are remembered in words
NOTHING = "NaN"

_LABELS: dict[int, str] = {0: NOTHING}  # of codes that this process has seen


@dataclass(frozen=True)
class Failure:
    """A draw that came to nothing: how, for short, and what was said about it."""

    label: str
    detail: str = ""


def coded(label: str) -> float:
    """The NaN that stands for a failure."""
    code = crc32(label.encode()) | 1 if label != NOTHING else 0
    learn_label(code, label)
    return float(np.array(QUIET | np.uint64(code)).view(np.float64))


def labels() -> dict[int, str]:
    """The labels known here, by code, but for that of a plain NaN."""
    return {code: label for code, label in _LABELS.items() if code}


def learn(found: Mapping[int, str]) -> None:
    """Labels that another process has met."""
    _LABELS.update(found)


def failures(draws: Draws) -> Codes:
    """The code of each draw: CODE + 1 for one that is none, 0 for a plain NaN.

    A row with a NaN among its entries is none; of a failure all entries are.
    """
    fine = np.full(len(draws), CODE + np.uint64(1), dtype=np.uint64)
    if draws.dtype.kind != "f":
        return fine
    first = np.ascontiguousarray(draws if draws.ndim == 1 else draws[:, 0], dtype=np.float64)
    failed = np.isnan(first)
    if draws.ndim > 1 and failed.any():
        failed &= np.isnan(draws).all(axis=1)
    if failed.any():
        fine[failed] = first[failed].view(np.uint64) & CODE
    return fine


def learn_label(code: int, label: str) -> None:
    """Remember what a code stands for; of too many, the one that was learned first is forgotten."""
    if code not in _LABELS and len(_LABELS) >= MOST_LABELS:
        del _LABELS[next(each for each in _LABELS if each)]
    _LABELS.setdefault(code, label)


def label_of(code: int) -> str:
    """The label of a code."""
    return _LABELS.get(int(code), NOTHING)


def code_of(label: str) -> int:
    """The code of a label."""
    return int(np.array(coded(label)).view(np.uint64) & CODE)
