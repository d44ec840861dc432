"""Ball arithmetic: values enclosed at points and over boxes, truth at a point, agreement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction

import flint
from flint import arb, fmpq

from dpproofs.replay.algebra import over
from dpproofs.replay.calculus import derivative, minus, put
from dpproofs.replay.reader import (
    INFINITY,
    MINUS_INFINITY,
    Domain,
    Goal,
    Proposition,
    Rejected,
    Tree,
)

BOXES, BITS = 8192, 128
TERMS = 4000
SHARES = (Fraction(1, 2), Fraction(1, 7), Fraction(9, 10))


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Ball arithmetic at a precision that is given back afterwards."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def ball(node: Tree, at: Mapping[str, arb]) -> arb:
    """An enclosure of the value; not finite when the tree has no value there."""
    tag, *parts = node
    if tag == "num":
        return arb(fmpq(parts[0].numerator, parts[0].denominator))
    if tag == "sym":
        return at[parts[0]]
    if tag == "pi":
        return arb.pi()
    if tag == "apply":
        raise Rejected("a function of which nothing is known has no value")
    values = [ball(part, at) for part in parts]
    if tag == "pow":
        n = parts[1][1] if parts[1][0] == "num" else Fraction(1, 2)
        if n.denominator == 1 and abs(n) > 10_000:
            raise Rejected("an exponent that is too large")
        return values[0] ** (int(n) if n.denominator == 1 else values[1])
    one: dict[str, Callable[[arb], arb]] = {
        "exp": arb.exp, "log": arb.log, "erf": arb.erf, "abs": abs,
    }  # fmt: skip
    if tag in one:
        return one[tag](values[0])
    two: dict[str, Callable[[arb, arb], arb]] = {
        "add": arb.__add__, "mul": arb.__mul__, "max": arb.max, "min": arb.min,
    }  # fmt: skip
    total = values[0]
    for value in values[1:]:
        total = two[tag](total, value)
    return total


# -- exact points ---------------------------------------------------------------------------------


def exact(node: Tree) -> Fraction | None:
    """The rational number that a tree without variables is, if the algebra shows one."""
    try:
        return over((), lambda field: field.constant(field.canonical(field.value(node))))
    except Rejected:
        return None


def compare(a: Tree, b: Tree) -> int | None:
    """The sign of a - b for trees without variables; 0 only when exact; None when not decided."""
    number = exact(minus(a, b))
    if number is not None:
        return (number > 0) - (number < 0)
    with precision(256):
        value = ball(minus(a, b), {})
        signs = (bool(value > 0) - bool(value < 0)) if value.is_finite() else 0
        return signs or None


def truth(a: Tree, op: str, b: Tree) -> bool | None:
    """Whether a relation between trees without variables holds; None when not decided."""
    sign = compare(a, b)
    if sign is None:
        return None
    signs = {"==": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}
    return sign in signs[op]


def inside(domain: Domain, point: Mapping[str, Tree]) -> bool:
    """Whether an exact point is shown to lie in a domain."""
    for v in domain:
        value = point[v.name]
        number = exact(value)
        with precision(64):
            finite = number is not None or ball(value, {}).is_finite()
        if not finite or (v.integer and (number is None or number.denominator != 1)):
            return False
        if v.root and not _is_root(value, v.root[0], put(v.root[1], point)):
            return False
        for bound, infinite, op in (
            (v.lower, MINUS_INFINITY, ">=" if v.ends[0] == "[" else ">"),
            (v.upper, INFINITY, "<=" if v.ends[1] == "]" else "<"),
        ):
            if bound != infinite and not truth(value, op, put(bound, point)):
                return False
    return True


def _is_root(value: Tree, order: int, radicand: Tree) -> bool:
    power: Tree = ("pow", value, ("num", Fraction(order)))
    return bool(truth(power, "==", radicand) and compare(value, ("num", Fraction(0))) == 1)


# -- boxes ----------------------------------------------------------------------------------------


def covered(goal: Goal) -> bool:
    """Whether a strict relation is enclosed on every box of a subdivision of a rational box."""
    claim, todo, done = goal.claim, [_box(goal.domain)], 0
    if claim.kind != "relation" or claim["op"] not in ("<", ">", "!="):
        raise Rejected("only a strict relation can be enclosed over a region")
    names = [v.name for v in goal.domain]
    with precision(BITS):
        while todo:
            box = todo.pop()
            balls = {
                n: _arb(low).union(_arb(high)) for n, (low, high) in zip(names, box, strict=True)
            }
            value = ball(minus(claim["lhs"], claim["rhs"]), balls)
            below, above = bool(value < 0), bool(value > 0)
            if value.is_finite() and {"<": below, ">": above, "!=": below or above}[claim["op"]]:
                continue
            done += 1
            if not box or done > BOXES:
                return False
            i = max(range(len(box)), key=lambda k: box[k][1] - box[k][0])
            middle = sum(box[i], Fraction(0)) / 2
            todo += [(*box[:i], side, *box[i + 1 :]) for side in
                     ((box[i][0], middle), (middle, box[i][1]))]  # fmt: skip
    return True


def _arb(q: Fraction) -> arb:
    return arb(fmpq(q.numerator, q.denominator))


def _box(domain: Domain) -> tuple[tuple[Fraction, Fraction], ...]:
    over(domain, lambda field: field)
    box = tuple((exact_end(v.lower), exact_end(v.upper)) for v in domain)
    if any(v.root for v in domain):
        raise Rejected("a region is a box without roots")
    return box


def exact_end(bound: Tree) -> Fraction:
    """A bound that is a rational number."""
    if bound[0] != "num":
        raise Rejected("a region has bounds that are rational numbers")
    number: Fraction = bound[1]
    return number


# -- agreement ------------------------------------------------------------------------------------


def agrees(goal: Goal, digits: int) -> bool:
    """Whether both sides agree to so many digits at a few points of the domain."""
    over(goal.domain, lambda field: field)
    with precision(int(digits * 3.33) + 200):
        pairs = [_sides(goal.claim, _point(goal.domain, share)) for share in SHARES]
        small = arb(10) ** -digits
        return all(
            bool(abs(left - right) <= small * abs(right)) or bool(left == right)
            for left, right in pairs
        )


def _point(domain: Domain, share: Fraction) -> dict[str, arb]:
    """A point of the domain, each variable at that share of its range."""
    at: dict[str, arb] = {}
    for v in domain:
        low, high = (
            None if bound == infinite else ball(bound, at)
            for bound, infinite in ((v.lower, MINUS_INFINITY), (v.upper, INFINITY))
        )
        if v.root:
            at[v.name] = ball(v.root[1], at) ** _arb(Fraction(1, v.root[0]))
        elif v.integer:
            at[v.name] = low if low is not None else high if high is not None else arb(3)
        elif low is not None and high is not None:
            at[v.name] = low + (high - low) * _arb(share)
        else:
            far = _arb(share / (1 - share))
            at[v.name] = low + far if low is not None else (high or arb(0)) - far
    return at


def _sides(claim: Proposition, at: dict[str, arb]) -> tuple[arb, arb]:
    """The two sides of a proposition at a point, each from its definition."""
    if claim.kind == "relation" and claim["op"] == "==":
        return ball(claim["lhs"], at), ball(claim["rhs"], at)
    if claim.kind == "derivative":
        return ball(derivative(claim["function"], claim["variable"]), at), ball(claim["value"], at)
    if claim.kind == "sum":
        return _added(claim, at), ball(claim["value"], at)
    if claim.kind == "integral":
        return _integrated(claim, at), ball(claim["value"], at)
    raise Rejected(f"nothing to compare numerically in a {claim.kind}")


def _added(claim: Proposition, at: dict[str, arb]) -> arb:
    """A sum term by term, an infinite one until its terms no longer count."""
    first = _whole(ball(claim["lower"], at))
    last = None if claim["upper"] == INFINITY else _whole(ball(claim["upper"], at))
    tiny, total = arb(2) ** -flint.ctx.prec, arb(0)
    for k in range(TERMS):
        if last is not None and first + k > last:
            return total
        term = ball(claim["term"], {**at, claim["index"]: arb(first + k)})
        total += term
        if last is None and k > 20 and abs(term) < tiny:
            return total
    raise Rejected("a sum of too many terms")


def _whole(value: arb) -> int:
    number = value.unique_fmpz()
    if number is None:
        raise Rejected("an end of a sum that is not an integer")
    return int(number)


def _integrated(claim: Proposition, at: dict[str, arb]) -> arb:
    """An integral by the double exponential rule (not rigorous, as the grade says)."""
    low, high = (
        None if claim[end] in (INFINITY, MINUS_INFINITY) else ball(claim[end], at)
        for end in ("lower", "upper")
    )
    step, total = _arb(Fraction(1, 128)), arb(0)
    for k in range(-800, 801):
        t = step * k
        u, du = t.sinh() * arb.pi() / 2, t.cosh() * arb.pi() / 2
        if low is not None and high is not None:
            half, share = (high - low) / 2, 1 / (1 + (2 * abs(u)).exp())
            x = low + 2 * half * share if k < 0 else high - 2 * half * share
            weight = half * du / u.cosh() ** 2
        elif low is None and high is None:
            x, weight = u.sinh(), du * u.cosh()
        elif low is not None:
            x, weight = low + u.exp(), du * u.exp()
        else:
            x, weight = (high or arb(0)) - u.exp(), du * u.exp()
        value = ball(claim["integrand"], {**at, claim["variable"]: x.mid()}) * weight
        total += value.mid()
    return (total * step).mid()
