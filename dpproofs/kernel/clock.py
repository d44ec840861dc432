"""The clocks by which searches are limited, which go as slowly as somebody says a machine does."""

from __future__ import annotations

import math
import os
import time

from dpproofs.kernel.errors import BadInput

PATIENCE = "DPPROOFS_PATIENCE"  # limits of time are as many times as long; 1 if it is not set


def patience() -> float:
    """Return by how much limits of time are stretched, as the environment variable
    ``DPPROOFS_PATIENCE`` says: for slow machines, and for programs that are traced.

    Raises
    ------
    BadInput
        If it is not a positive number.
    """
    text = os.environ.get(PATIENCE) or "1"
    try:
        times = float(text)
    except ValueError:
        times = math.nan
    if not 0 < times < math.inf:
        raise BadInput(PATIENCE, text, "a number > 0")
    return times


def busy() -> float:
    """Return the seconds of the processor that this process has used, by a patient clock."""
    return time.process_time() / patience()


def wall() -> float:
    """Return the seconds on the wall, from some moment on, by a patient clock."""
    return time.monotonic() / patience()
