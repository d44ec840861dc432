"""The audit of the parameters: the worst claims, and what the noise costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dpproofs.audit.record import CostRecord, ParametersRecord, PointRecord
from dpproofs.render.audits.words import promise
from dpproofs.render.numerals import between, count, number
from dpproofs.render.skeleton import code, facts, table, text

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
    "worst_usual": "The worst with ε = 0 or in [0.001, 20], and δ = 0 or in [10⁻¹², 0.1]",
    "shortest": "The violation with the shortest numbers",
}
SAYS = {
    "holds": "the claim holds",
    "rounding": "the claim holds but for rounding",
    "unknown": "not decided",
}


def parameters(report: ParametersRecord) -> str:
    """What one audit of the parameters found."""
    claims = report.claims
    outcomes = [f"{n:,} {OUTCOMES.get(name, text(name))}" for name, n in claims.outcomes.items()]
    refused = sum(claims.refused.values())
    if refused:
        outcomes.append(f"{refused:,} were refused")
    rows = [
        ("Known as", text(GRADES.get(report.grade, report.grade))),
        ("Claims", f"{claims.tried:,} tried: {', '.join(outcomes) or 'none decided'}"),
    ]
    if claims.unreached:
        rows.append(("Not reached", f"{count(claims.unreached, 'claim')}: the time was over"))
    if report.rounding:
        grown = f"ε, δ and the unit of the noise larger by a factor 1 + {number(report.rounding)}"
        rows.append(("Rounding", f"claims that hold but for rounding hold with {grown}"))
    parts = [facts(rows), _points(report), _costs(report.costs)]
    if refused:
        listed = "".join(f"<li>{n:,}: {text(why)}</li>" for why, n in claims.refused.items())
        parts.append(
            f"<details><summary>claims that were refused</summary><ul>{listed}</ul></details>"
        )
    return "\n".join(filter(None, parts))


def _points(report: ParametersRecord) -> str:
    """The points of interest, each once."""
    parts: list[str] = []
    shown: list[PointRecord] = []
    for key, words in POINTS.items():
        point = getattr(report, key)
        if point is not None and point not in shown:
            shown.append(point)
            parts.append(f"<h4>{words}</h4>{facts(_point(point))}")
    return "".join(parts)


def _point(point: PointRecord) -> Iterator[tuple[str, str]]:
    claim, measure = point.claim, point.measure
    yield "Claim", text(promise(claim))
    if noise := point.computed:
        listed = ", ".join(f"{name} = {value!r}" for name, value in noise.parameters.items())
        before = ", before processing; where it fails, nothing follows for the output"
        said = before if noise.before_processing else ""
        yield "Noise computed", code(f"{noise.family}({listed})") + said
    for name, letter in (("delta", "δ"), ("epsilon", "ε")):
        true = f"{letter} = <b>{between(*point.true(name))}</b>"
        if name == measure:
            low, high = map(float, point.true(name))
            least = "" if high <= low * (1 + 1e-6) else "at least "
            true += f", {least}{number(point.ratio)} times what is claimed"
        yield f"True {name}", true
    if point.outcome != "violation":
        yield "So", SAYS.get(point.outcome, text(point.outcome))


def _costs(costs: Sequence[CostRecord]) -> str:
    rows = [
        (
            text(cost.reference),
            text(COSTS.get(cost.power, f"E|X|^{cost.power}")),
            f"{between(*cost.ratio)} times",
            text(promise(cost.claim)),
        )
        for cost in costs
    ]
    head = ("Reference", "Cost", "Over the reference", "At")
    caption = (
        "What the noise X costs, in mean absolute error E|X| and mean squared error E X²: the "
        "claim, of those that hold, at which it is furthest above each reference."
    )
    return table(caption, head, rows) if rows else ""
