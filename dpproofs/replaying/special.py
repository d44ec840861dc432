"""Functions whose values are generators: where each is defined, and what of it is known.

``Gamma`` is Euler's function, of positive numbers. ``lowergamma`` of z > 0 and u >= 0 is the
integral of ``t**(z - 1) exp(-t)`` over t from 0 to u, and ``lowerbeta`` of y > 0, z > 0 and u in
[0, 1] that of ``t**(y - 1) (1 - t)**(z - 1)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from dpproofs.replaying.reader import need

if TYPE_CHECKING:
    from dpproofs.replaying.algebra import Field, Generator, Poly, Ratio

LONGEST = 60  # sum of logarithms that is put into one, in terms of their arguments
SHIFTS = 60  # by which the argument of Gamma is brought down

TANGENTS = {
    Fraction(0): Fraction(0),
    Fraction(1, 3): Fraction(1, 6),
    Fraction(1): Fraction(1, 4),
    Fraction(3): Fraction(1, 3),
}  # squares, and angles in multiples of pi
SINES = {
    Fraction(0): Fraction(0),
    Fraction(1, 4): Fraction(1, 6),
    Fraction(1, 2): Fraction(1, 4),
    Fraction(3, 4): Fraction(1, 3),
    Fraction(1): Fraction(1, 2),
}


def of(field: Field, tag: str, *arguments: Ratio) -> Ratio:
    """The value of a function, shown to be defined there."""
    need(tag in VALUES, f"'{tag}' has no value")
    return VALUES[tag](field, *map(field.canonical, arguments))


def turns(field: Field, n: Fraction) -> Ratio:
    """A rational multiple of pi."""
    return field.value(("pi",)) * field.number(n)


def _erf(field: Field, u: Ratio) -> Ratio:
    return field.odd("erf", u, 1, side=u) if u.num else u


def _atan(field: Field, u: Ratio) -> Ratio:
    if (known := _simple(field, u, TANGENTS)) is not None:
        return known
    angle = _turned(field, u)
    return field.odd("atan", u, 2, side=u) if angle is None else angle


def _turned(field: Field, u: Ratio) -> Ratio | None:
    """The angle between right angles of which a quotient of sine and cosine is the tangent."""
    above, below = (_generator(field, part) for part in (u.num, u.den))
    if above is None or below is None or {above.kind, below.kind} != {"sin", "cos"}:
        return None
    angle: Ratio = above.argument[0]
    if below.argument != (angle,):
        return None
    if above.kind == "cos":
        angle = turns(field, Fraction(1, 2)) - angle
    if _room(field, angle, Fraction(1, 2)) is None:
        return None
    return angle if u.num.leading_coefficient() > 0 else -angle


def _generator(field: Field, p: Poly) -> Generator | None:
    """The generator that a polynomial is, but for its sign."""
    used = field.used(p)
    if len(used) != 1 or field.gens[used[0]] not in (p, -p):
        return None
    return field.made[used[0]]


def _asin(field: Field, u: Ratio) -> Ratio:
    one = field.number(1)
    within = field.holds(one - u, ">=") and field.holds(one + u, ">=")
    need(within, "an arc sine of what is not shown to lie in [-1, 1]")
    known = _simple(field, u, SINES)
    return field.odd("asin", u, 2, side=u) if known is None else known


def _simple(field: Field, u: Ratio, turned: Mapping[Fraction, Fraction]) -> Ratio | None:
    """The angle of a sine, or a tangent, of which the square is a simple number."""
    square, sign = field.constant(field.canonical(u * u)), field.sign(u)[0]
    known = None if square is None or (square and not sign) else turned.get(square)
    return None if known is None else turns(field, sign * known)


def _known(field: Field, u: Ratio, shift: int) -> Ratio | None:
    """The sine of an angle and that many halves of a right angle, if the angle is a number of such
    halves.
    """
    n = field.constant(u * field.power(field.value(("pi",)), -1) * field.number(4))
    if n is None or n.denominator != 1:
        return None
    half = field.value(("pow", ("num", Fraction(2)), ("num", Fraction(-1, 2))))
    size = (field.number(0), half, field.number(1), half)[(int(n) + shift) % 4]
    return size if (int(n) + shift) % 8 < 4 else -size


def _room(field: Field, u: Ratio, n: int | Fraction) -> Ratio | None:
    """``(n pi)**2 - u**2``, where an angle is shown to lie between -n pi and n pi."""
    end = turns(field, Fraction(n))
    room = (end - u) * (end + u)
    return room if field.holds(room, ">=") else None


def _sin(field: Field, u: Ratio) -> Ratio:
    if (known := _known(field, u, 0)) is not None:
        return known
    side = _room(field, u, 1)
    return field.odd("sin", u, 1, "[]", side and u * side)


def _cos(field: Field, u: Ratio) -> Ratio:
    if (known := _known(field, u, 2)) is not None:
        return known
    side = _room(field, u, Fraction(1, 2))
    beyond = _room(field, turns(field, Fraction(1)) - u, Fraction(1, 2))
    return field.even("cos", u, 1, side=beyond and -beyond if side is None else side)


def of_logarithms(field: Field, f: Poly) -> Ratio | None:
    """What has the sign of a sum of logarithms: the product of their arguments, less 1."""
    terms = [
        (field.made[key.index(1)], Fraction(int(c.p), int(c.q)))
        for key, c in f.to_dict().items()
        if sum(key) == 1
    ]
    if len(terms) < len(f) or any(g.kind != "log" for g, _ in terms):
        return None
    scale = lcm(*(c.denominator for _, c in terms))
    counts = [(g.argument[0], int(c * scale)) for g, c in terms]
    if sum(abs(n) * len(a.num) for a, n in counts) > LONGEST:
        return None
    total = field.number(1)
    for argument, n in counts:
        total *= field.power(argument, n)
    return total - field.number(1)


def of_two_powers(field: Field, f: Poly) -> Ratio | None:
    """What has the sign of a difference of two positive terms with powers in them: the logarithm of
    their quotient.
    """
    used = [(field.made[i].kind, field.gens[i]) for i in field.used(f)]
    if len(f) != 2 or not any(kind in ("exp", "power", "root") for kind, _ in used):
        return None
    (first, c), (other, d) = f.to_dict().items()
    if c * d > 0 or any(field.factor_sign(gen) != (1, True) for _, gen in used):
        return None
    terms = (field.ctx.from_dict({key: abs(n)}) for key, n in ((first, c), (other, d)))
    quotient = replace(field.number(1), **dict(zip(("num", "den"), terms, strict=True)))
    return field.log(quotient) if c > 0 else -field.log(quotient)


def _gamma(field: Field, z: Ratio) -> Ratio:
    """Of arguments that differ by an integer, one is a generator: ``Gamma(z + 1) = z Gamma(z)``."""
    need(field.holds(z, ">"), "Gamma of what is not shown to be positive")
    factor, one = field.number(1), field.number(1)
    for _ in range(SHIFTS):
        if not field.holds(z - one, ">"):
            break
        z = z - one
        factor *= z
    if (n := field.constant(z)) == 1:
        return factor
    if n == Fraction(1, 2):
        return factor * field.value(("pow", ("pi",), ("num", n)))
    return factor * field.positive("Gamma", z)


def _lowergamma(field: Field, z: Ratio, u: Ratio) -> Ratio:
    need(field.holds(z, ">"), "lowergamma of an order that is not shown to be positive")
    if not u.num:
        return u
    need(field.holds(u, ">"), "lowergamma up to what is not shown to be positive")
    return _upto(field, z, u, SHIFTS)


def _upto(field: Field, z: Ratio, u: Ratio, shifts: int) -> Ratio:
    """By parts, with an order that is smaller by 1 while that is shown to be positive."""
    less, decay = z - field.number(1), field.exp(-u)
    if field.constant(z) == 1:
        return field.number(1) - decay
    if not shifts or not field.holds(less, ">"):
        return field.positive("lowergamma", z, u)
    return less * _upto(field, less, u, shifts - 1) - field.raised(u, less) * decay


def _lowerbeta(field: Field, y: Ratio, z: Ratio, u: Ratio) -> Ratio:
    """Up to 1 it is the whole Beta integral, a quotient of values of Gamma."""
    defined = field.holds(y, ">") and field.holds(z, ">")
    need(defined, "lowerbeta of an order that is not shown to be positive")
    if not u.num:
        return u
    rest = field.number(1) - u
    within = field.holds(u, ">") and field.holds(rest, ">=")
    need(within, "lowerbeta up to what is not shown to lie in [0, 1]")
    if field.holds(rest, "=="):
        return _gamma(field, y) * _gamma(field, z) * field.power(_gamma(field, y + z), -1)
    return field.positive("lowerbeta", y, z, u)


VALUES: dict[str, Callable[..., Ratio]] = {
    "erf": _erf, "atan": _atan, "asin": _asin, "sin": _sin, "cos": _cos, "Gamma": _gamma,
    "lowergamma": _lowergamma, "lowerbeta": _lowerbeta,
}  # fmt: skip
