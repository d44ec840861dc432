"""What ``dpproofs audit`` shows to people: a line while it runs, a short report at the end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from dpproofs.commands.output import one_line
from dpproofs.render.numerals import at_least, at_most, exponential

if TYPE_CHECKING:
    from rich.text import Text

    from dpproofs.audit.sampler import Audit, Budget

STYLES = {"violation": "bold red", "no violation found": "green", "error": "bold yellow"}


@contextmanager
def live(budget: Budget) -> Iterator[Callable[[Audit], None]]:
    """A function that shows how an audit is getting on, on a terminal; elsewhere it is silent."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    with Live(Text(""), console=console, transient=True, auto_refresh=False) as display:
        yield lambda audit: display.update(Text(progress(audit, budget)), refresh=True)


def progress(audit: Audit, budget: Budget) -> str:
    """One line: the evidence, the draws, and the best witness so far."""
    process = audit.process
    parts = [
        f"e-value {exponential(process.log_e)} of {1 / budget.alpha:g}",
        f"{process.pairs:,} pairs",
        f"{budget.elapsed:.0f} s",
    ]
    best = process.best()
    if best is not None:
        strand, chosen, swap = best
        ends = strand.pair.input, strand.pair.neighbour
        x, neighbour = reversed(ends) if swap else ends
        parts.append(shortened(f"{chosen} from {x!r} and {neighbour!r}"))
    return " · ".join(parts)


def shortened(text: str, limit: int = 100) -> str:
    """The beginning of a long text."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def lines(document: dict[str, Any]) -> Iterator[Text]:
    """The report, a line at a time."""
    from rich.text import Text

    claim = document["claim"]
    promise = f"epsilon {claim['epsilon']:g}, delta {claim['delta']:g}"
    title = f"{document['target']} at {promise}, sensitivity {claim['sensitivity']:g}:"
    yield Text.assemble(
        one_line(title), " ", (document["verdict"], STYLES.get(document["verdict"], ""))
    )
    if document["evidence"] is not None:
        yield from map(_row, _of_sampler(document))
    if document["numbers"] is not None:
        yield from map(_row, _of_numbers(document["numbers"]))
    for report in document["parameters"] or ():
        yield from map(_row, _of_parameters(report))
    yield _row(("reproduce", document["reproduce"]))


Row = tuple[str, str]


def _row(row: Row) -> Text:
    from rich.text import Text

    name, text = row
    return Text.assemble((f"  {name:<13} ", "dim"), one_line(text))


def _of_sampler(document: dict[str, Any]) -> Iterator[Row]:
    evidence, claim = document["evidence"], document["claim"]
    if document["error"]:
        yield "error", document["error"]
    level = 1 / document["alpha"]
    took = f"{evidence['samples']:,} pairs of draws in {evidence['seconds']:.1f} s"
    value = exponential(evidence["log_e_value"])
    yield "evidence", f"e-value {value} after {took} (a violation from {level:g} on)"
    witness = document["witness"]
    if witness is not None and document["verdict"] == "violation":
        yield "witness", shortened(str(witness["set"]["text"]), 300)
        yield "inputs", f"{witness['input']} against {witness['neighbour']}"
        draws = f"of {witness['draws']:,} fresh draws each"
        low, high = witness["probability_low"], witness["probability_neighbour_high"]
        yield "there", f"{witness['inside']:,} against {witness['neighbour_inside']:,} {draws}"
        confidence = f"with confidence {witness['confidence']:.4g}"
        yield "limits", f"probability {at_least(low)} against {at_most(high)}, {confidence}"
    percent = f"with confidence {1 - document['alpha']:g}"
    yield (
        "so",
        f"epsilon {at_least(document['epsilon_low'])} at delta {claim['delta']:g}, {percent}",
    )
    yield "", f"delta {at_least(document['delta_low'])} at epsilon {claim['epsilon']:g}, {percent}"


def _of_numbers(report: dict[str, Any]) -> Iterator[Row]:
    yield "numbers", str(report["verdict"])
    witness = report.get("witness")
    if witness:
        yield "", f"{witness['event']['text']}"
        counts = witness["counts"]
        seen = f"{counts['input']:,} against {counts['neighbour']:,} of {counts['draws']:,} draws"
        yield "", f"from {witness['input']} against {witness['neighbour']}: {seen}"


def _of_parameters(report: dict[str, Any]) -> Iterator[Row]:
    tried = report["claims"]["tried"]
    many = "1 claim" if tried == 1 else f"{tried:,} claims"
    yield "parameters", f"{report['verdict']} ({report['grade']}), {report['target']}: {many}"
    for name in ("worst", "shortest"):
        point = report[name]
        if point is not None and (name == "worst" or point["claim"] != report["worst"]["claim"]):
            yield f"  {name}", _point(point)


def _point(point: dict[str, Any]) -> str:
    claim = point["claim"]
    at = ", ".join(f"{name} {value:g}" for name, value in claim.items())
    measure, times = point["measure"], float(point["ratio"])
    return f"at {at}: {measure} is {point[f'true_{measure}'][0]}, {times:.6g} times what is claimed"
