"""The table of this release: of each claim the sentence, what was found, and the certificate.

A certificate of a released sentence that has another verdict than the release, or more than it, is
told apart even where its steps are accepted: one of the two is wrong, or it proves less.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

GRADES = ("enclosed", "certified", "proved")  # the weaker first


@dataclass(frozen=True)
class Released:
    """What the release has of one claim.

    Attributes
    ----------
    statement, certificate
        The digests of its sentence and of its certificate.
    verdict, grade
        What was found; the grade of an open claim is None.
    coq
        Whether Coq has proved the claim whole, by the steps of this certificate.
    """

    statement: str
    verdict: str
    grade: str | None
    certificate: str
    coq: bool

    def differs(self, verdict: str, grade: str | None) -> str:
        """Say what the release has, where a verdict is another or a grade stronger; '' if not."""
        if verdict == self.verdict and _strength(grade) <= _strength(self.grade):
            return ""
        return f"the release has {self.verdict}, {self.grade or 'no grade'}"


def _strength(grade: str | None) -> int:
    return GRADES.index(grade) if grade in GRADES else -1


@cache
def released() -> Mapping[str, Released]:
    """The table, by the ids of claims."""
    text = resources.files("dpproofs.replaying").joinpath("statements.json").read_text("utf-8")
    return {name: Released(**row) for name, row in json.loads(text)["claims"].items()}
