"""What was found when the claims were last checked, as it ships with the package.

A result belongs to a statement, by its digest. It is told only while the statement is still the
one that was checked. As long as every source on which a statement can depend is unchanged, that is
the one which ``replay`` accepts, and nothing needs to be loaded; otherwise the claim is loaded and
its digest computed anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from dpproofs.coq.record import checked, trusted, unproved
from dpproofs.theorems.registry import find, index, index_is_current, source_digests

if TYPE_CHECKING:
    from dpproofs.kernel.derivation import Claim
    from dpproofs.kernel.verdict import Verdict


@dataclass(frozen=True)
class Stored:
    """The result of a claim.

    Attributes
    ----------
    id, paper, item
        Which claim, and where its paper makes it.
    module
        The module that derives it.
    title, statement
        What it says, in a few words and as LaTeX.
    digest, certificate
        SHA-256 of the formal statement, the one by which certificates are recognised, and of the
        certificate.
    verdict, grade, steps, mutants, digits, erratum, note
        As ``verify --json`` prints them.
    numbers
        What was compared numerically, of each kind of goal.
    """

    id: str
    paper: str
    item: str
    module: str
    title: str
    statement: str
    digest: str
    certificate: str
    verdict: str
    grade: str | None
    steps: int
    mutants: dict[str, int]
    digits: int | None
    numbers: dict[str, Any]
    erratum: dict[str, Any] | None
    note: str

    def __repr__(self) -> str:
        decision = ", ".join(filter(None, (self.verdict, self.grade)))
        return f"<Stored {self.id}: {decision}>"

    @property
    def is_partly_in_words(self) -> bool:
        """Whether its note says of a step from the sentence to the paper that it is "in words":
        argued in prose, and checked by nobody.
        """
        return "in words" in self.note.lower()

    @property
    def checked_by_coq(self) -> bool:
        """Whether Coq has checked the steps of this certificate, and that they prove the claim."""
        return checked(self.id, self.digest, self.certificate)

    @property
    def trusted_by_coq(self) -> tuple[str, ...]:
        """The rules that Coq took as hypotheses when it checked the claim."""
        return trusted(self.id) if self.checked_by_coq else ()

    @property
    def unproved_by_coq(self) -> str:
        """Why Coq has not; nothing if it has, or was never asked."""
        return unproved(self.id, self.digest, self.certificate)


def stored(names: Iterable[str]) -> tuple[list[Stored], list[str]]:
    """The results of claims, and the ids of those that have none for what they say now."""
    results, without = [], []
    lines = index()["claims"]
    for name in names:
        result = Stored(**{"id": name, **lines[name]}) if name in lines else None
        if result and result.digest == _digest_now(name):
            results.append(result)
        else:
            without.append(name)
    return results, without


def _digest_now(name: str) -> str | None:
    """The digest of a statement as it stands."""
    return released().get(name) if index_is_current() else digest_of(find(name))


@cache
def released() -> dict[str, str]:
    """The digests of the statements that ``replay`` accepts, by id, without loading it."""
    text = resources.files("dpproofs").joinpath("replaying", "statements.json").read_text("utf-8")
    return {name: str(row["statement"]) for name, row in json.loads(text)["claims"].items()}


def digest_of(claim: Claim) -> str:
    """The digest of a statement, as ``replay`` knows it."""
    from dpproofs.replaying import statement_digest

    return statement_digest(claim.statement.to_json())


def index_of(verdicts: Iterable[Verdict]) -> dict[str, Any]:
    """The index that :mod:`dpproofs.theorems.registry` reads, for these verdicts."""
    lines = {verdict.id: _line(find(verdict.id), verdict) for verdict in verdicts}
    return {"claims": lines, "sources": source_digests()}


def table_of(index: Mapping[str, Any]) -> dict[str, Any]:
    """The table of this release that :mod:`dpproofs.replaying.release` reads, from its index."""
    rows = {
        name: {
            "statement": line["digest"],
            "verdict": line["verdict"],
            "grade": line["grade"],
            "certificate": line["certificate"],
            "coq": checked(name, line["digest"], line["certificate"]),
        }
        for name, line in index["claims"].items()
    }
    return {"claims": rows}


def found_now(claim: Claim, verdict: Verdict) -> Stored:
    """What was just found of a claim, as if it had been stored."""
    return Stored(id=claim.id, **_line(claim, verdict))


def _line(claim: Claim, verdict: Verdict) -> dict[str, Any]:
    line = verdict.to_json()
    line |= {
        "module": claim.module,
        "title": claim.statement.title,
        "statement": claim.statement.printed_latex,
        "digest": digest_of(claim),
        "numbers": verdict.numbers.to_json(),
        "certificate": verdict.certificate["digest"],
    }
    return {field.name: line[field.name] for field in fields(Stored) if field.name != "id"}
