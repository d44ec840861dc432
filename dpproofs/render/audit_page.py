"""One audit as one HTML page that needs nothing else: verdicts, witness, evidence, pictures."""

from __future__ import annotations

from collections.abc import Iterator

from dpproofs.audit.record import AuditRecord, FailureRecord, NumbersRecord
from dpproofs.render import audits
from dpproofs.render.audits.words import KINDS, badge, promise, together
from dpproofs.render.numerals import count, number, percent
from dpproofs.render.skeleton import code, command, facts, page, table, text

UNSEEN = (
    "This proves nothing: the claim may still be broken on sets that were not tried, at other "
    "inputs, or by less than this many draws can show."
)
NUMBERS = {
    "violation": "Some doubles, or some last bits of them, come up from one input more often than "
    "the claim allows. The real numbers that the doubles stand for may still be private: most "
    "samplers that compute their noise with doubles have this fault.",
    "no violation found": "No pattern in the last bits was found that tells two inputs apart. "
    "This proves nothing about patterns that were not tried.",
    "not applicable": "The outputs are not floating-point numbers.",
    "error": "The target failed. This says nothing for or against the claim.",
}
PARAMETERS = {
    "violation": "The noise that the target says it adds does not keep some claim; this is "
    "computed, not sampled.",
    "no violation found": "The noise that the target says it adds keeps every claim that was "
    "decided. Whether it adds that noise is another question.",
    "unknown": "No claim could be decided, so nothing is known.",
}


def audit_page(document: AuditRecord) -> str:
    """The page.

    Parameters
    ----------
    document
        With its pictures.
    """
    parts = [*_head(document), *_troubles(document), *_verdicts(document)]
    if document.evidence is not None:
        parts += ["<h2>The sampler</h2>", audits.sampler(document, "sampler")]
    if isinstance(document.numbers, NumbersRecord):
        parts += ["<h2>The numbers</h2>", audits.numbers(document.numbers)]
    for report in document.parameters or ():
        parts += ["<h2>The parameters</h2>", f"<p>{code(report.target)}</p>"]
        parts.append(audits.parameters(report))
    if document.reproduce:
        parts += ["<h2>To reproduce</h2>", command(document.reproduce)]
    body = "\n".join(["<body>", "<main>", *parts, "</main>", "</body>"])
    return page(f"Audit of {document.target}", body, "claim", "page", "audit")


def _head(document: AuditRecord) -> Iterator[str]:
    claim = document.claim
    yield f"<h1>Audit of {code(document.target)}</h1>"
    rows = []
    if document.library:
        version = f" {document.version}" if document.version else ""
        rows.append(("Library", text(f"{document.library}{version}")))
    if document.arguments:
        listed = ", ".join(f"{name} = {value!r}" for name, value in document.arguments.items())
        rows.append(("Arguments", code(listed)))
    delta = f" + {number(claim.delta)}" if claim.delta else ""
    formula = (
        f"P(M(x) in S) ≤ e<sup>{number(claim.epsilon)}</sup> P(M(x') in S){delta} "
        f"for all sets S of outputs and |x − x'| ≤ {number(claim.sensitivity)}, "
        "or x and x' that the target calls neighbours"
    )
    yield facts([*rows, ("Claim", f"{text(promise(claim))}: {formula}")])


def _troubles(document: AuditRecord) -> Iterator[str]:
    if document.error and document.of_sampler != "error":
        yield (
            '<div class="call other" role="alert"><p class="head">The target failed</p>'
            f"<pre>{text(document.error)}</pre><p>What is said below rests on the draws that "
            "were made before.</p></div>"
        )
    if document.interrupted:
        yield (
            '<div class="call other" role="alert"><p class="head">The audit was interrupted</p>'
            "<p>What is shown is what was known by then. The evidence is valid whenever one "
            "stops.</p></div>"
        )


def _verdicts(document: AuditRecord) -> Iterator[str]:
    """A verdict for each audit that was done, in words: what it means and what it does not."""
    if document.evidence is not None:
        verdict = document.of_sampler
        failed = verdict == "error"
        error = f"<pre>{text(document.error)}</pre>" if failed else ""
        yield _call("Sampler", verdict, _meaning(document), error)
    if document.numbers is not None:
        verdict = document.numbers.verdict
        words = NUMBERS.get(verdict, "")
        error = ""
        if isinstance(document.numbers, FailureRecord):
            error = f"<pre>{text(document.numbers.error)}</pre>"
        elif verdict == "violation":
            words += f" {_false_alarm(document.numbers.alpha)}"
        yield _call("Numbers", verdict, words, error)
    reports = document.parameters or ()
    if len(reports) == 1:
        yield _call("Parameters", reports[0].verdict, PARAMETERS.get(reports[0].verdict, ""))
    elif reports:
        rows = [(code(report.target), badge(report.verdict)) for report in reports]
        verdict = together([report.verdict for report in reports])
        inside = table("", ("Audited", "Verdict"), rows)
        yield _call("Parameters", verdict, PARAMETERS.get(verdict, ""), inside)


def _call(audit: str, verdict: str, words: str, more: str = "") -> str:
    kind = KINDS.get(verdict, "other")
    return (
        f'<section class="call {kind}"><p class="head">{audit}: {text(verdict)}</p>'
        f"<p>{text(words)}</p>{more}</section>"
    )


def _meaning(document: AuditRecord) -> str:
    samples = 0 if document.evidence is None else document.evidence.samples
    drawn = count(samples, "pair of draws", "pairs of draws")
    match document.of_sampler:
        case "violation":
            return (
                "The outputs at two neighbouring inputs differ by more than the claim allows. "
                f"{_false_alarm(document.alpha)}"
            )
        case "no violation found":
            stopped = " before it was interrupted" if document.interrupted else ""
            return f"Nothing against the claim was found with {drawn}{stopped}. {UNSEEN}"
        case "error":
            return f"The target failed after {drawn}. This says nothing for or against the claim."
        case _:
            return ""


def _false_alarm(alpha: float) -> str:
    return (
        f"A target that keeps its claim gets this verdict with probability {percent(alpha)} at "
        "most, however long one draws and whenever one looks (α)."
    )
