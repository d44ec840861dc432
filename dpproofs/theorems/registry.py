"""The claims that have been formalised, discovered in the folders of the papers.

A theorem's module defines ``CLAIMS``, a tuple of :class:`~dpproofs.kernel.derivation.Claim`.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from dpproofs import theorems
from dpproofs.kernel.derivation import Claim
from dpproofs.kernel.errors import BadInput


@dataclass(frozen=True)
class Entry:
    """One line of the catalogue: a claim of a paper, formalised or not."""

    id: str
    paper: str
    item: str


@cache
def catalogue() -> dict[str, Entry]:
    """Every claim of the papers, in the order in which they are printed."""
    text = resources.files(theorems).joinpath("catalogue.toml").read_text("utf-8")
    entries = (Entry(**row) for row in tomllib.loads(text)["claims"])
    return {entry.id: entry for entry in entries}


@cache
def registry() -> dict[str, Claim]:
    """Every formalised claim by its id, in the order of the catalogue."""
    found: dict[str, Claim] = {}
    for info in pkgutil.walk_packages(theorems.__path__, f"{theorems.__name__}."):
        module = importlib.import_module(info.name)
        found |= {claim.id: claim for claim in getattr(module, "CLAIMS", ())}
    order = {name: place for place, name in enumerate(catalogue())}
    return dict(sorted(found.items(), key=lambda item: order.get(item[0], len(order))))


def find(name: str) -> Claim:
    """The formalised claim of that id.

    Raises
    ------
    BadInput
        When there is none; the message names the nearest id.
    """
    claims = registry()
    if name in claims:
        return claims[name]
    if name in catalogue():
        raise BadInput("claim", name, "a claim that has been formalised; this one not yet")
    near = difflib.get_close_matches(name, claims, n=1, cutoff=0.0)
    raise BadInput("claim", name, f"the id of a claim; the nearest is {near[0]!r}")
