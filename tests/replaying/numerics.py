"""Values of certificates' trees in ball arithmetic, by code that shares nothing with replay."""

from contextlib import contextmanager
from fractions import Fraction

from flint import arb, ctx, fmpq

BITS = 256
FUNCTIONS = {
    "exp": arb.exp, "log": arb.log, "erf": arb.erf, "atan": arb.atan, "asin": arb.asin,
    "sin": arb.sin, "cos": arb.cos, "Gamma": arb.gamma,
}  # fmt: skip


def number(q):
    """A rational number as a ball."""
    q = Fraction(q)
    return arb(fmpq(q.numerator, q.denominator))


def value(node, at):
    """A tree where variables, functions of no argument and masses have the values ``at`` gives.

    A function or a mass is looked up by its whole tree, as text.
    """
    tag, *parts = node
    if tag in ("int", "rat"):
        return number(Fraction(*map(int, parts)))
    if tag == "sym":
        return at[parts[0]]
    if tag in ("apply", "mass"):
        return at[str(node)]
    if tag == "pi":
        return arb.pi()
    balls = [value(part, at) for part in parts]
    if tag == "add":
        return sum(balls, arb(0))
    if tag == "mul":
        total = arb(1)
        for ball in balls:
            total *= ball
        return total
    if tag == "pow":
        whole = parts[1][0] == "int"
        return balls[0] ** int(parts[1][1]) if whole else (balls[0].log() * balls[1]).exp()
    if tag in ("lowergamma", "lowerbeta"):
        *orders, end = balls
        return getattr(end, {"lowergamma": "gamma_lower", "lowerbeta": "beta_lower"}[tag])(*orders)
    return FUNCTIONS[tag](balls[0])


def false(lhs, op, rhs, at):
    """Whether a relation is certainly false at a point."""
    gap = value(lhs, at) - value(rhs, at)
    if op in (">", ">="):
        gap, op = -gap, {">": "<", ">=": "<="}[op]
    if op == "==":
        return not gap.contains(0)
    return bool(gap > 0) or (op == "<" and bool(gap == 0))


def point(domain, objects, draw):
    """Values of what nothing is known of, then of each variable within its bounds; or None.

    ``draw`` is a source of random numbers. None where a range has no point that it finds.
    """
    at = {str(node): number(Fraction(draw.randint(low, high), 8)) for node, low, high in objects}
    for v in domain:
        low, high = (
            None if "oo" in str(v[end]) else value(v[end], at) for end in ("lower", "upper")
        )
        found = _within(v, low, high, draw, at)
        if found is None:
            return None
        at[v["name"]] = found
    return at


def _within(v, low, high, draw, at):
    if v["root"]:
        order, radicand = v["root"]
        return (value(radicand, at).log() / order).exp()
    away = number(Fraction(draw.randint(1, 64), 16)) ** draw.choice([1, 1, 1, 8, -8])
    if v["integer"]:
        start = (low or 0) if low is not None or high is None else high - 6
        whole = [start + n + (v["ends"][0] == "(") for n in range(7)]
        whole = [
            n for n in whole if high is None or n < high or (n <= high and v["ends"][1] == "]")
        ]
        return draw.choice(whole) if whole else None
    if low is None and high is None:
        return draw.choice([-1, 1]) * away
    if low is None or high is None:
        closed = "[" in v["ends"] or "]" in v["ends"]
        away = arb(0) if closed and draw.random() < 0.1 else away
        return high - away if low is None else low + away
    if not low < high:
        return low if v["ends"] == "[]" and not high < low else None
    share = number(Fraction(draw.randint(1, 63), 64)) ** draw.choice([1, 1, 8])
    for mark, end in (("[", low), ("]", high)):
        if mark in v["ends"] and draw.random() < 0.1:
            return end
    return low + share * (high - low)


@contextmanager
def precision():
    """Ball arithmetic at many bits, which are given back afterwards."""
    before, ctx.prec = ctx.prec, BITS
    try:
        yield
    finally:
        ctx.prec = before
