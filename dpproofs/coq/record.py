"""What Coq has checked whole, and why not the rest: the record that ``make coq`` writes.

A line of the record is about one sentence and one certificate, by their digests. Of another
sentence, or of a certificate with other steps, the record says nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any


def checked(name: str, statement: str | None, certificate: str | None) -> bool:
    """Whether Coq has checked every step of a claim, and that they prove its sentence.

    Parameters
    ----------
    name
        The claim.
    statement, certificate
        The digests of its statement and of its certificate as they are now; None for one that
        is not known.
    """
    return _is_about(record()["claims"].get(name, {}), statement, certificate)


def trusted(name: str) -> tuple[str, ...]:
    """The rules that Coq has not proved and under whose hypothesis it has checked a claim."""
    return tuple(record()["claims"].get(name, {}).get("trusts", ()))


def unproved(name: str, statement: str | None, certificate: str | None) -> str:
    """Why Coq has not proved a claim, in a few words.

    Parameters
    ----------
    name, statement, certificate
        As for :func:`checked`.

    Returns
    -------
    str
        Nothing for a claim that Coq has checked, and for one that the record does not know.
    """
    if checked(name, statement, certificate):
        return ""
    line = record()["open"].get(name, {})
    if _is_about(line, statement, certificate):
        return str(line["reason"])
    known = bool(line) or name in record()["claims"]
    return "not asked since the claim was changed" if known else ""


def _is_about(line: Mapping[str, str], statement: str | None, certificate: str | None) -> bool:
    known = (line.get("statement"), line.get("certificate"))
    return None not in known and known == (statement, certificate)


@cache
def record() -> Mapping[str, Any]:
    """The record as it is committed."""
    text = resources.files("dpproofs").joinpath("coq", "record.json").read_text("ascii")
    found: dict[str, Any] = json.loads(text)
    return found
