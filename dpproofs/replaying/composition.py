"""Certificates of kind "composition": what rounds of noise leak together lies between two numbers.

docs/composition.md has the theorem. A pair (P, Q) of measures on losses l, of which Q has e^-l
times what P has, has the divergences H(g) = sum of (P - g Q)+.

upper
    When H is nowhere below the largest divergence of a round's outputs for neighbouring inputs, for
    every round, then the divergence of the sum of independent losses is nowhere below that of all
    rounds together, adaptively chosen, whatever shift each of them has. H is piecewise linear, what
    it is compared with is convex in g and 1 at g = 0: the kinks of H, and 0, are all there is to
    look at. Removing a record and adding one are two bounds. Where one is replaced, in a batch of
    one size, a single bound is enough. Shuffled batches are composed in a fixed order.
lower
    When H is nowhere above the divergence of two given inputs for every round, the sum's is nowhere
    above that of all rounds. H is the largest of the lines A - g B, where A and B are the
    probabilities of the losses from one on. A half-line that has at least the probability A for one
    input and at most B for the other shows that the line is not too high.

Probabilities are integers over 2^bits, and sums are rounded to one side, so that no error has to be
bounded. Balls enclose what the closed forms of the noise give.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import arb, ctx

from dpproofs.replaying import composition_reading as reading
from dpproofs.replaying.balls import rational as ball
from dpproofs.replaying.bracket import integer, rational
from dpproofs.replaying.composition_noise import Sampled, shown
from dpproofs.replaying.composition_reading import Losses, Round
from dpproofs.replaying.composition_sums import Arithmetic, excess
from dpproofs.replaying.reader import FORMAT, Rejected, digest, fields, many, need, one_of
from dpproofs.replaying.report import Report

KIND, VERSION = "composition", 1
GUARD = 128  # bits more than those of the probabilities
PARTS = {"upper": reading.upper, "lower": reading.lower}
TRUSTS = ("composition-of-dominating-pairs", "worst-shift-of-log-concave-noise")
SAMPLED = {
    reading.WITHOUT: "sampling-without-replacement",
    reading.SHUFFLED: "shuffled-batches-in-a-fixed-order",
}
WAYS = reading.WAYS
DIFFER = {
    reading.EITHER: "",
    reading.ADD: " when a record is added",
    reading.REMOVE: " when a record is removed",
    reading.REPLACE: " when a record is replaced",
}


@dataclass(frozen=True)
class Question:
    """The rounds, and what is asked of them: epsilon at a delta, or delta at an epsilon."""

    rounds: tuple[Round, ...]
    quantity: str
    at: Fraction
    bits: int
    cut: int
    neighbours: str = reading.EITHER

    @property
    def ways(self) -> tuple[str, ...]:
        """The directions in which inputs differ."""
        return {reading.REMOVE: WAYS[:1], reading.ADD: WAYS[1:]}.get(self.neighbours, WAYS)

    @property
    def plain(self) -> bool:
        """Whether nothing is sampled, so that both directions are alike: the noise is even."""
        return all(each.chance == 1 for each in self.rounds)

    @property
    def trusts(self) -> tuple[str, ...]:
        """The rules that are trusted."""
        schemes = {each.scheme for each in self.rounds if each.rate < 1}
        return TRUSTS + tuple(rule for scheme, rule in SAMPLED.items() if scheme in schemes)

    def point(self, bound: Fraction) -> tuple[Fraction, Fraction]:
        """An epsilon and a delta."""
        return (bound, self.at) if self.quantity == "epsilon" else (self.at, bound)

    def words(self, low: Fraction | None, high: Fraction | None) -> str:
        """The sentence that is proved, its bounds rounded outwards."""
        given = {"epsilon": "delta", "delta": "epsilon"}[self.quantity]
        rounds = " and ".join(each.words for each in self.rounds)
        differ = DIFFER[self.neighbours]
        what = f"{self.quantity} at {given} {shown(self.at)} after {rounds}{differ}"
        below, above = (_decimal(bound, up) for bound, up in ((low, False), (high, True)))
        if low is None:
            return f"{what} is at most {above}"
        return (
            f"{what} is at least {below}" if high is None else f"{what} lies in [{below}, {above}]"
        )


def report(document: Any) -> Report:
    """What is found about a certificate.

    Raises
    ------
    Rejected
        When the document is not a well-formed certificate of this kind.
    """
    present = document if isinstance(document, dict) else {}
    body = {key: part for key, part in present.items() if key != "digest"}
    given = {**PARTS, "neighbours": one_of(*reading.NEIGHBOURS)}
    parts = {name: read for name, read in given.items() if name in present}
    top = fields(document, "certificate", {
        "format": one_of(FORMAT), "kind": one_of(KIND), "version": one_of(VERSION),
        "rounds": many(reading.round_of, reading.MOST_ROUNDS),
        "quantity": one_of("epsilon", "delta"), "at": rational,
        "bits": reading.bits, "cut": integer, **parts, "digest": one_of(digest(body)),
    })  # fmt: skip
    asked = question(top)
    done, failing, reason = 0, None, ""
    with ctx.workprec(asked.bits + GUARD):
        try:
            for failing, check in (("upper", check_upper), ("lower", check_lower)):
                if failing in top:
                    check(asked, top[failing])
                    done += 1
            failing = None
        except Rejected as problem:
            reason = str(problem)
    bounds = [top[name]["bound"] if name in top else None for name in ("lower", "upper")]
    said = "" if reason else asked.words(*bounds)
    return Report(
        not reason, KIND, "holds", "enclosed", done, failing, reason, asked.trusts, True, says=said
    )


def question(top: Mapping[str, Any]) -> Question:
    """The numbers that a certificate is about."""
    neighbours = top.get("neighbours", reading.EITHER)
    asked = Question(top["rounds"], top["quantity"], top["at"], top["bits"], top["cut"], neighbours)
    need(len(asked.rounds) > 0, "rounds: there is none")
    for each in asked.rounds:
        replaced, shuffled = neighbours == reading.REPLACE, each.scheme == reading.SHUFFLED
        fits = each.rate == 1 or each.scheme == reading.WITHOUT or shuffled is replaced
        need(fits, f"neighbours: not of {each.scheme} sampling")
    need(any(name in top for name in PARTS), "certificate: neither an upper nor a lower bound")
    for name in PARTS:
        if name in top:
            epsilon, delta = asked.point(top[name]["bound"])
            need(epsilon >= 0, f"{name}: epsilon is negative")
            need(0 < delta <= 1, f"{name}: delta is not in (0, 1]")
    return asked


def check_upper(asked: Question, part: Mapping[str, Any]) -> None:
    """The rounds are (epsilon, delta)-private."""
    ways = [way for way in WAYS if way in part]
    alike = asked.plain or asked.neighbours == reading.REPLACE
    need(
        bool(ways) if alike else set(asked.ways) <= set(ways), "losses for a direction are missing"
    )
    epsilon, delta = asked.point(part["bound"])
    for way in ways:
        step, losses = part[way]["step"], part[way]["losses"]
        for each, compared in paired(asked, losses, way):
            dominates(each, step, compared, asked.bits)
        leaked = leak(asked, losses, step, epsilon, upwards=True)
        need(bool(leaked <= ball(delta)), "the upper bound is below what is proved")


def check_lower(asked: Question, part: Mapping[str, Any]) -> None:
    """The rounds are not (epsilon, delta)-private."""
    epsilon, delta = asked.point(part["bound"])
    step, losses = part["step"], part["losses"]
    hidden = any(each.scheme == reading.SHUFFLED and each.rate < 1 for each in asked.rounds)
    need(not hidden, "how much shuffling hides is not known")
    need(asked.plain or part["direction"] in asked.ways, "no inputs differ in this direction")
    for each, compared in paired(asked, losses, part["direction"]):
        is_dominated(each, step, compared, asked.bits)
    leaked = leak(asked, losses, step, epsilon, upwards=False)
    need(bool(leaked > ball(delta)), "the lower bound is above what is proved")


def paired(
    asked: Question, given: tuple[Losses, ...], way: str
) -> Iterator[tuple[Losses, Sampled]]:
    """The losses of each round, with what they are compared with."""
    need(len(given) == len(asked.rounds), "not losses for each round")
    for losses, each in zip(given, asked.rounds, strict=True):
        yield losses, each.sampled(way, asked.neighbours)


def dominates(losses: Losses, step: Fraction, compared: Sampled, bits: int) -> None:
    """H is nowhere below the largest divergence of the round's outputs."""
    whole = 1 << bits
    heavy, light = losses.infinite, arb(0)
    for place, mass in losses.falling:
        gamma = ball(losses.offset + step * place).exp()
        most = whole * compared.divergence(gamma)
        need(bool(heavy - gamma * light >= most), f"the losses do not dominate at place {place}")
        heavy += mass
        light += mass / gamma
    need(heavy >= whole, "the probabilities of the losses have a sum below 1")


def is_dominated(losses: Losses, step: Fraction, compared: Sampled, bits: int) -> None:
    """H is nowhere above the divergence of two inputs a sensitivity apart."""
    whole = 1 << bits
    heavy, light = 0, arb(0)
    thresholds = reversed(losses.thresholds)
    for (place, mass), threshold in zip(losses.falling, thresholds, strict=True):
        gamma = ball(losses.offset + step * place).exp()
        heavy += mass
        light += mass / gamma
        one, other = compared.half_line(threshold)
        shown = heavy <= whole * one and whole * other <= light
        everything = heavy <= whole <= light
        need(bool(shown or everything), f"the losses are not dominated at place {place}")


def leak(
    asked: Question, given: tuple[Losses, ...], step: Fraction, epsilon: Fraction, *, upwards: bool
) -> arb:
    """The delta of all rounds together at an epsilon, from one side."""
    work = Arithmetic(asked.bits, asked.cut, upwards)
    pairs = list(zip(given, asked.rounds, strict=True))
    sums = [work.power(losses.sum, each.composed) for losses, each in pairs]
    offset = sum((losses.offset * each.composed for losses, each in pairs), Fraction(0))
    return excess(reduce(work.product, sums), asked.bits, (offset, step), epsilon)


def _decimal(bound: Fraction | None, up: bool) -> str:
    """Six digits, rounded up or down."""
    context = Context(prec=6, rounding=ROUND_CEILING if up else ROUND_FLOOR)
    found = Fraction(0) if bound is None else bound
    return f"{context.divide(Decimal(found.numerator), Decimal(found.denominator)):g}"
