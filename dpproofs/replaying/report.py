"""What replay says of a certificate."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Report:
    """What was found about one certificate.

    Attributes
    ----------
    accepted
        Whether its steps prove what it says, and the release allows it.
    id
        The claim.
    verdict
        What its certificate says of it.
    grade
        How that is known.
    steps
        How many steps were accepted.
    failing
        The step that was rejected, if it was one.
    reason
        Why it was rejected.
    trusts
        The rules that it uses.
    known
        Whether the statement is one of this release, or of those that were given.
    differs
        What the release has, when that is another verdict or a weaker grade; '' when it is not.
    released
        Whether this very certificate is the one of the release.
    coq
        Whether Coq has proved the claim whole by its steps.
    says
        What was accepted, in words, where the id does not tell.
    """

    accepted: bool
    id: str
    verdict: str
    grade: str | None
    steps: int
    failing: str | None
    reason: str
    trusts: tuple[str, ...]
    known: bool
    differs: str = ""
    released: bool = False
    coq: bool = False
    says: str = ""

    def _repr_html_(self) -> str:
        told = (f"<th scope='row'>{n}</th><td>{escape(str(v))}</td>" for n, v in vars(self).items())
        return f"<table><tbody><tr>{'</tr><tr>'.join(told)}</tr></tbody></table>"
