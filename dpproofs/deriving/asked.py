"""Questions whose answer is open, with a reason, where a library gives up with an error."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TypeVar

from dpproofs.deriving.quantity import Quantity
from dpproofs.deriving.reasons import reason
from dpproofs.deriving.waiting import told
from dpproofs.kernel.errors import DpproofsError
from dpproofs.tactics.budget import CALL, Account, OutOfTime, entire, spending

Answer = TypeVar("Answer", bound=Quantity)

LATER = "No closed form was found in the time given."


def asked(search: Callable[[], Answer], blank: Answer, seconds: float = CALL) -> Answer:
    """What a search answers in ``seconds`` of processor time; the ``blank`` answer, with the
    reason, where it ends in an error or takes much longer.
    """
    try:
        with spending(seconds) as account, _told(blank.name, account):
            return search() if account is None else entire(search)
    except DpproofsError:
        raise
    except OutOfTime:
        return replace(blank, note=LATER)
    except Exception as problem:  # noqa: BLE001  (whatever SymPy, mpmath or FLINT raises)
        return replace(blank, note=f"No closed form was found: {reason(problem)}.")


def _told(name: str, account: Account | None) -> AbstractContextManager[None]:
    """A line that says what is being looked for, and how much of the time is spent."""
    if account is None:
        return nullcontext()
    most = f"{account.seconds:.0f} s of the processor"
    return told(lambda: f"{name}: {account.spent:.0f} of {most}")
