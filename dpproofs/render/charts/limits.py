"""How often fresh draws fell into the witness set, with limits, beside what the claim allows."""

from __future__ import annotations

from dpproofs.audit.claim import grown
from dpproofs.audit.record import WitnessRecord
from dpproofs.render.charts.frame import WIDTH, figure, key, picture
from dpproofs.render.numerals import at_least, at_most, number, percent
from dpproofs.render.skeleton import text

LEFT, RIGHT, ROW, BAR = 8, WIDTH - 12, 62, 22
END = 0.97  # of the width, for the longest bar


def limits(
    name: str, witness: WitnessRecord, epsilon: float, delta: float, inputs: tuple[str, str]
) -> str:
    """The figure.

    Parameters
    ----------
    name
        Unique on the page.
    witness
        With its counts and limits.
    epsilon, delta
        The claim.
    inputs
        How the two inputs are called.
    """
    draws = max(1, witness.draws)
    low, high = witness.probability_low, witness.probability_neighbour_high
    allowed = min(1.0, grown(epsilon) * high + delta)
    first, second = witness.inside / draws, witness.neighbour_inside / draws
    rows = [
        (
            "here",
            first,
            low,
            f"at {inputs[0]}: {percent(first)}, the probability is {at_least(low)}",
        ),
        ("there", second, high, f"at {inputs[1]}: {percent(second)}, {at_most(high)}"),
        ("allowed", allowed, None, f"the claim then allows at {inputs[0]}: {at_most(allowed)}"),
    ]
    longest = max(first, second, high, allowed) or 1.0

    def place(value: float) -> float:
        return LEFT + END * (RIGHT - LEFT) * value / longest

    parts = []
    for i, (kind, value, limit, words) in enumerate(rows):
        top = ROW * i + 26
        parts.append(f'<text x="{LEFT}" y="{top - 7}">{text(words)}</text>')
        parts.append(
            f'<rect class="{kind}" x="{LEFT}" y="{top}" width="{place(value) - LEFT:.1f}" '
            f'height="{BAR}"/>'
        )
        if limit is not None:
            parts.append(f'<path class="limit" d="M{place(limit):.1f},{top - 4}v{BAR + 8}"/>')
    reach = f"M{place(allowed):.1f},{26 - 4}V{2 * ROW + 26}"
    parts.append(f'<path class="goal" d="{reach}"/>')
    words = "; ".join(row[-1] for row in rows)
    title = "Share of the fresh draws that fell into the witness set"
    svg = picture(name, title, words, "".join(parts), height=3 * ROW)
    confidence = percent(witness.confidence)
    legend = key("limit", f"limits, with confidence {confidence} together")
    formula = f"e^{number(epsilon)} × the upper limit" + (f" + {number(delta)}" if delta else "")
    return figure(svg, f"{text(title)}. {legend}{key('goal', f'allowed: {formula}')}")
