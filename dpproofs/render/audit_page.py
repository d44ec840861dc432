"""One audit as one HTML page that needs nothing else, verdicts and pictures; and as a picture."""

from __future__ import annotations

from dpproofs.auditing.record import AuditRecord, EvidenceRecord, FailureRecord, NumbersRecord
from dpproofs.auditing.report import together
from dpproofs.kernel.errors import shortened
from dpproofs.render import audits
from dpproofs.render.audits.words import view
from dpproofs.render.charts.evidence import course
from dpproofs.render.charts.frame import Picture
from dpproofs.render.charts.histograms import histogram
from dpproofs.render.numerals import count, exact, percent
from dpproofs.render.skeleton import page

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
    overall = together([report.verdict for report in document.parameters or ()])
    meanings = {
        "sampler": _meaning(document, document.evidence) if document.evidence else "",
        "numbers": _of_numbers(document.numbers) if document.numbers else "",
        "parameters": PARAMETERS.get(overall, ""),
        "together": overall,
    }
    body = audits.render("audit.html.jinja", document=document, meanings=meanings)
    return page(f"Audit of {document.target}", body, "claim", "page", "audit")


def audit_picture(document: AuditRecord) -> Picture | str:
    """What was drawn at two inputs, or the evidence over time; or why nothing can be drawn.

    Parameters
    ----------
    document
        With its pictures.
    """
    pictures = document.pictures
    chosen = document.witness.set if document.witness else None
    if pictures is None:
        return "Nothing was drawn."
    if (counts := pictures.histogram) is None:
        return course(pictures.history, document.alpha)
    inputs = shortened(exact(counts.input)), shortened(exact(counts.neighbour))
    return histogram(counts, view(chosen.view if chosen else None), inputs, chosen)


def _of_numbers(report: NumbersRecord | FailureRecord) -> str:
    words = NUMBERS.get(report.verdict, "")
    if isinstance(report, NumbersRecord) and report.verdict == "violation":
        words += f" {_false_alarm(report.alpha)}"
    return words


def _meaning(document: AuditRecord, found: EvidenceRecord) -> str:
    drawn = count(found.samples, "pair of draws", "pairs of draws")
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
