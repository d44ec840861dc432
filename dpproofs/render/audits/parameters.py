"""Words of the audit of the parameters, and which of its points are shown."""

from __future__ import annotations

from collections.abc import Iterator

from dpproofs.auditing.record import ParametersRecord, PointRecord

OUTCOMES = {
    "holds": "keep the claim",
    "rounding": "keep it but for rounding",
    "violation": "break it",
    "unknown": "could not be decided",
}
GRADES = {
    "enclosed": "enclosed: ball arithmetic, no sampling; the numbers are certain",
    "computed": "computed: numerical integration, no sampling",
}
COSTS = {1: "E|X|", 2: "E X²"}
POINTS = {
    "worst": "The worst claim, or the one that is closest to a violation",
    "worst_usual": "The worst of the claims that people make",
    "shortest": "The violation with the shortest numbers",
}
SAYS = {
    "holds": "the claim holds",
    "rounding": "the claim holds but for rounding",
    "unknown": "not decided",
}


def points(report: ParametersRecord) -> Iterator[tuple[str, PointRecord]]:
    """The points of interest, each once, with what it is."""
    shown: list[PointRecord] = []
    for key, words in POINTS.items():
        point = getattr(report, key)
        if point is not None and point not in shown:
            shown.append(point)
            yield words + (_ranges(report) if key == "worst_usual" else ""), point


def _ranges(report: ParametersRecord) -> str:
    """The ranges that count as claims that people make, as far as the record says."""
    if (usual := report.usual) is None:
        return ""
    spans = zip("εδ", (usual.epsilon, usual.delta), strict=True)
    return ": " + ", ".join(f"{name} = 0 or in [{low:g}, {high:g}]" for name, (low, high) in spans)
