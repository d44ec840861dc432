"""What a reader is told of one mechanism, made from its findings and reports."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from dpproofs.audit.suite.conclusion import SLIGHT, common, concluded, verdict, wasted
from dpproofs.audit.suite.facts import documented, upstream

FIRST = ("parameters", "threshold", "sampler", "numbers")  # what is told of first
MOST = 6  # commands shown
LARGEST = 2**52  # inputs beyond this are not those that most people have


def told(entry: dict[str, Any]) -> dict[str, Any]:
    """The keys that the page shows, from what was found."""
    library, mechanism = entry["library"], entry["mechanism"]
    findings = [
        found | {"upstream": upstream(library, mechanism, found["audit"])}
        for found in sorted(entry["findings"], key=_rank)
    ]
    fact = documented(library, mechanism)
    confirmed = [f["audit"] for f in findings if f["status"] == "confirmed" and common(f)]
    broken = list(dict.fromkeys(confirmed))
    entry = entry | {"broken_by": broken}
    entry["kind"] = concluded(entry)
    worst = next((found for found in findings if found["audit"] != "numbers"), None)
    drawn = [f for f in findings if f["audit"] in ("sampler", "numbers")] or findings
    note = [
        *wasted(entry),
        *_parameters(entry),
        *entry.get("failures", ()),
        *entry["problems"],
        *_unknown(findings),
    ]
    return {
        "findings": findings,
        "broken_by": broken,
        "kind": entry["kind"],
        "verdict": verdict(entry),
        "claims": f"{fact['text']} ({fact['where']})" if fact else "not looked up",
        "worst": worst and {"claim": worst["claim"], "text": _short(worst)},
        "witness": min((f["text"] for f in drawn), key=len, default=None),
        "second_way": "; ".join(_second(findings)) or None,
        "upstream": list(_links(findings)),
        "reproduce": list(dict.fromkeys(found["reproduce"] for found in findings))[:MOST],
        "note": "; ".join(note) or None,
    }


def excess(times: float | str) -> str:
    """A ratio of true to claimed."""
    if times == "inf" or isinstance(times, str):
        return "infinitely many times"
    return f"1 + {times - 1:.2g} times" if times < SLIGHT else f"{times:.4g} times"


def _rank(found: dict[str, Any]) -> tuple[bool, bool, int, float]:
    """Confirmed ones at common claims first; by audit; thresholds by ratio, others as found."""
    audit, ratio = found["audit"], 0.0
    if audit == "threshold":
        ratio = found["witness"]["ratio"]
    return not common(found), found["status"] != "confirmed", FIRST.index(audit), -ratio


def _short(found: dict[str, Any]) -> str:
    """A finding in a few words."""
    witness, epsilon = found["witness"] or {}, found["claim"]["epsilon"]
    text = f"delta >= {witness.get('delta_low', 0):.3g} at epsilon {epsilon:g}"
    if "ratio" in witness:
        text = f"{witness.get('measure', 'delta')} is {excess(witness['ratio'])} what is claimed"
    start = witness.get("input")
    if isinstance(start, int | float) and abs(start) > LARGEST:
        text += f", at inputs near {'-' if start < 0 else ''}2^{round(math.log2(abs(start)))}"
    return text if found["status"] == "confirmed" else f"unconfirmed: {text}"


def _second(findings: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The second way to the first finding of each audit."""
    for found in {found["audit"]: found for found in reversed(findings)}.values():
        way = found["second_way"]
        outcome = "agrees" if way["agrees"] else "does not agree"
        yield f"{found['audit']}, by {way['method']}: {outcome} ({way['text']})"


def _parameters(entry: dict[str, Any]) -> Iterator[str]:
    """What is to be known of the audit of the parameters beyond its findings."""
    rare = [found for found in entry["findings"] if not common(found)]
    if rare and "parameters" not in entry["broken_by"]:
        claim = ", ".join(f"{name} {value:g}" for name, value in rare[0]["claim"].items())
        text = f"{rare[0]['text']}, {rare[0]['status']}"
        yield f"the parameters fail only where they are uncommon, such as {claim}: {text}"
    for report in entry["audits"]["parameters"]:
        worst, unreached = report["worst"], report["claims"]["unreached"]
        if worst and report["verdict"].startswith("no violation beyond"):
            yield f"{worst['measure']} is {excess(worst['ratio'])} what is claimed, which is slight"
        if unreached:
            yield f"there was no time for {unreached:,} claims of the range of parameters"


def _links(findings: Sequence[dict[str, Any]]) -> Iterator[dict[str, str]]:
    """What upstream knows, each once."""
    for url, known in {f["upstream"]["url"]: f["upstream"] for f in findings}.items():
        if url:
            title = f"{known['what']} ({known['state']}, looked up {known['looked_up']})"
            yield {"title": title, "url": url}


def _unknown(findings: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Findings that were looked for upstream without success."""
    said = (
        f"upstream, on the finding of the {found['audit']}: {found['upstream']['what']}"
        for found in findings
        if not found["upstream"]["url"]
    )
    yield from dict.fromkeys(said)
