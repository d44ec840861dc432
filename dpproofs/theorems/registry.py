"""The claims that have been formalised, discovered in the folders of the papers.

A theorem's module defines ``CLAIMS``, a tuple of :class:`~dpproofs.kernel.derivation.Claim`. What
was last discovered is kept in an index, so that asking for one claim loads one module, and asking
for ids loads none. The index only saves time: a claim that it does not know is looked for in every
module, and it is not believed when a source has changed since.
"""

from __future__ import annotations

import fnmatch
import hashlib
import importlib
import json
import pkgutil
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from dpproofs import theorems
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.nearest import nearest
from dpproofs.kernel.paper import described

if TYPE_CHECKING:
    from dpproofs.kernel.derivation import Claim

#: Where the sources lie on which a statement can depend: what this room may import.
SOURCES = ("kernel", "mechanisms", "privacy", "tactics", "theorems")


@dataclass(frozen=True)
class Entry:
    """One line of the catalogue: a claim of a paper, formalised or not.

    Attributes
    ----------
    id
        Permanent; it begins with the name of the paper.
    place
        Where the paper makes a claim that has no statement yet.
    """

    id: str
    place: str = ""

    @property
    def paper(self) -> str:
        """The name of the paper."""
        return self.id.split(".", maxsplit=1)[0]

    @property
    def item(self) -> str:
        """Where the paper makes the claim: as its statement says, once there is one."""
        if self.place or index_is_current():
            return self.place or str(index()["claims"].get(self.id, {}).get("item", ""))
        claim = registry().get(self.id)
        return claim.statement.item if claim else ""


@cache
def catalogue() -> dict[str, Entry]:
    """Every claim of the papers, in the order in which they are printed."""
    text = resources.files(theorems).joinpath("catalogue.toml").read_text("utf-8")
    rows = tomllib.loads(text)["claims"]
    return {row["id"]: Entry(row["id"], row.get("item", "")) for row in rows}


@cache
def papers() -> dict[str, str]:
    """The title of each paper by the name by which it goes here, in the catalogue's order."""
    return {entry.paper: described()[entry.paper].title for entry in catalogue().values()}


@cache
def registry() -> dict[str, Claim]:
    """Every formalised claim by its id, in the order of the catalogue. Loads all modules."""
    found: dict[str, Claim] = {}
    for info in pkgutil.walk_packages(theorems.__path__, f"{theorems.__name__}."):
        found |= _claims_of(info.name)
    return {name: found[name] for name in in_order(found)}


def formalised() -> tuple[str, ...]:
    """The ids of the formalised claims, in the order of the catalogue."""
    return in_order(index()["claims"]) if index_is_current() else tuple(registry())


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Ids in the order of the catalogue; those that it lacks come last."""
    place = {name: number for number, name in enumerate(catalogue())}
    return tuple(sorted(names, key=lambda name: place.get(name, len(place))))


def find(name: str) -> Claim:
    """The formalised claim of that id. Loads its module and what that imports.

    Raises
    ------
    BadInput
        When there is none; the message names those that begin like that, or the nearest id.
    """
    if not isinstance(name, str):
        raise BadInput("claim", name, "the id of a claim, such as 'staircase.thm4.cost'")
    line = index()["claims"].get(name)
    found = _claims_of(line["module"]) if line else {}
    if name in found:
        return found[name]
    claims = formalised()
    if name in claims:
        return registry()[name]
    if name in catalogue():
        raise BadInput("claim", name, "a claim that has been formalised; this one not yet")
    raise BadInput("claim", name, f"the id of a claim; {_hint(name, claims)}")


def _hint(name: str, claims: Sequence[str]) -> str:
    """Which of the claims may have been meant."""
    groups = {
        each.rsplit(".", depth)[0] for each in claims for depth in range(1, each.count(".") + 1)
    }
    alike = nearest(name, [*sorted(groups), *claims], most=1)
    meant = [each for each in claims if name in each.split(".")[1:]]  # without its paper
    if not (meant or alike):
        return "'dpproofs list' shows them"
    pattern = f"*.{name}*" if meant else alike[0] if alike[0] in claims else f"{alike[0]}.*"
    named = fnmatch.filter(claims, pattern)
    first = repr((meant or named)[0])
    if len(named) == 1:
        return f"the nearest is {first}"
    return f"{pattern!r} names {len(named)}, such as {first}"


def _claims_of(module: str) -> dict[str, Claim]:
    """The claims of a module, none when there is no such module any more."""
    try:
        loaded = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return {}
    return {claim.id: claim for claim in getattr(loaded, "CLAIMS", ())}


# -- the index ------------------------------------------------------------------------------------


@cache
def index() -> Mapping[str, Mapping[str, Any]]:
    """What was last discovered and found: lines about ``claims`` by id, and digests of ``sources``.

    The line of a claim has its ``module``; the rest of it is for :mod:`dpproofs.stored`. Both are
    empty before there is an index.
    """
    try:
        text = resources.files(theorems).joinpath("index.json").read_text("utf-8")
    except FileNotFoundError:
        return {"claims": {}, "sources": {}}
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


@cache
def index_is_current() -> bool:
    """Whether every source is the one from which the index was made."""
    return index()["sources"] == source_digests()


def source_digests() -> dict[str, str]:
    """The SHA-256 of each file on which a statement can depend, by its path in the package.

    This file finds statements and does not make them.
    """
    package = resources.files("dpproofs")
    found: dict[str, str] = {}
    for room in SOURCES:
        _add_digests(package.joinpath(room), room, found)
    del found["theorems/registry.py"]
    return found


def _add_digests(directory: Traversable, path: str, found: dict[str, str]) -> None:
    for file in directory.iterdir():
        if file.is_dir():
            _add_digests(file, f"{path}/{file.name}", found)
        elif file.name.endswith((".py", ".toml")):
            found[f"{path}/{file.name}"] = hashlib.sha256(file.read_bytes()).hexdigest()
