"""Replay as it is called from Python: in a child process, with the limits of the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from dpproofs.replaying.reader import BYTES, Rejected, need
from dpproofs.replaying.release import Released
from dpproofs.replaying.report import Report


def replay(
    document: Any,
    *,
    statements: Mapping[str, str | Released] | None = None,
    any_statement: bool = False,
    cited: Mapping[str, Any] | None = None,
) -> Report:
    """Do the mathematics of a certificate again and compare what it says about itself.

    This happens in a child process, which may use 30 s of processor time and 2 GB of memory, so
    that a stranger's certificate can neither hang nor fill the process that asks. One that needs
    more is rejected.

    Parameters
    ----------
    document
        The certificate as JSON data: of a claim, of the least cost of noise, of its least
        divergence, or of what rounds of it leak together.
    statements
        Digests of the statements that are accepted, by id, or lines of a release; those of
        `dpproofs.replaying.released` unless given.
    any_statement
        Accept a statement that is not among them, and a verdict or grade that the release does not
        have; the report says so.
    cited
        Certificates of other claims, by id, which this one may cite; they are replayed as well.

    Returns
    -------
    Report
        ``accepted``, and why not; ``known`` when the statement is one of those accepted;
        ``differs`` says what the release has, when it has another verdict or a weaker grade;
        ``released`` when this very certificate is the release's, and ``coq`` when Coq has proved
        its claim whole besides; ``says`` is what was accepted, in words, where the id does not
        tell.

    Raises
    ------
    Rejected
        When the document is not a well-formed certificate.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.replay(dp.claim("additive.lem2").verify().certificate).accepted
    True
    """
    from dpproofs.replaying.child import Workers

    rows = None if statements is None else {n: _plain(row) for n, row in statements.items()}
    need(len(_as_text(document)) <= BYTES, f"the certificate has more than {BYTES} bytes")
    job = {
        "document": document,
        "statements": rows,
        "any_statement": any_statement,
        "cited": dict(cited or {}),
    }
    workers = Workers()
    try:
        answer = workers.ask(_as_text(job))
    finally:
        workers.close()
    if isinstance(answer, str):
        raise Rejected(answer)
    return answer


def _plain(row: str | Released) -> Any:
    return asdict(row) if isinstance(row, Released) else row


def _as_text(data: Any) -> str:
    """Return data as JSON, unless it is none."""
    try:
        return json.dumps(data)
    except (RecursionError, TypeError, ValueError):
        raise Rejected("not JSON, or nested too deeply") from None
