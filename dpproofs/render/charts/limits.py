"""How often fresh draws fell into the witness set, with limits, beside what the claim allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpproofs.auditing.claim import grown
from dpproofs.auditing.record import WitnessRecord
from dpproofs.render.charts.frame import COLOURS, WIDTH, Picture, clear, key
from dpproofs.render.numerals import at_least, at_most, number, percent
from dpproofs.render.skeleton import text

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

LEFT, RIGHT, ROW, BAR, FIRST = 8, WIDTH - 12, 62, 22, 26
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

    def draw(canvas: Canvas) -> None:
        height = len(rows) * ROW
        axes = canvas.add_axes((LEFT / WIDTH, 0, (RIGHT - LEFT) / WIDTH, 1))
        axes.set_axis_off()
        axes.set_xlim(0, 1 / END)
        axes.set_ylim(height, 0)
        for i, (kind, value, limit, said) in enumerate(rows):
            top = ROW * i + FIRST
            axes.text(0, top - 7, said, color=COLOURS["soft"])
            (bar,) = axes.barh(top + BAR / 2, value / longest, BAR, gid=kind)
            bar.set_facecolor(COLOURS[kind] if kind in COLOURS else clear("soft", 0.35))
            if limit is not None:
                mark = [limit / longest] * 2, [top - 4, top + BAR + 4]
                axes.plot(*mark, gid=f"limit-{i}", color=COLOURS["ink"], linewidth=2.2)
        reach = [allowed / longest] * 2, [FIRST - 4, FIRST + 2 * ROW]
        axes.plot(*reach, gid="goal", color=COLOURS["refuted"], linewidth=1.8, dashes=(5, 2.2))

    words = "; ".join(row[-1] for row in rows)
    title = "Share of the fresh draws that fell into the witness set"
    confidence = percent(witness.confidence)
    legend = key("limit", f"limits, with confidence {confidence} together")
    formula = f"e^{number(epsilon)} × the upper limit" + (f" + {number(delta)}" if delta else "")
    caption = f"{text(title)}. {legend}{key('goal', f'allowed: {formula}')}"
    return Picture(title, words, draw, caption, len(rows) * ROW).figure(name)
