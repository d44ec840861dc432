"""For which parameters an integral or a sum is finite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from math import prod

import sympy as sp

from dpproofs.deriving.near import singular
from dpproofs.deriving.sentences import ProofLine, decided
from dpproofs.deriving.strips import points
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.kernel.proposition import that
from dpproofs.tactics.infinity import Ends
from dpproofs.tactics.logarithms import unfolded
from dpproofs.tactics.orders import Orders, Sign, Unknown, assumed
from dpproofs.tactics.terms import is_zero

BOUNDED = (sp.sin, sp.cos, sp.atan, sp.erf, sp.erfc)
TRIES = 40  # points at which a condition is looked for to be true, and to be false
SMOOTH = (
    sp.exp, sp.erf, sp.erfc, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.sech, sp.atan,
)  # fmt: skip


def sign_on(domain: Domain, given: sp.Basic = sp.true) -> Sign:
    """Signs of expressions for all parameters of a domain for which a condition holds.

    What SymPy assumes of positive symbols decides, or a checker does.
    """

    def sign(expression: sp.Expr) -> int | None:
        for relation in given.args if isinstance(given, sp.And) else (given,):
            if isinstance(relation, sp.StrictLessThan) and not is_zero(expression):
                ratio = _sign(sp.cancel(expression / (relation.lhs - relation.rhs)), domain)
                if ratio in (1, -1):
                    return -ratio
        return _sign(expression, domain)

    return sign


@lru_cache(maxsize=4096)
def _sign(expression: sp.Expr, domain: Domain) -> int | None:
    found = assumed(expression)
    if found is not None or expression.is_number:
        return found
    if expression.is_Mul:
        signs_of = [_sign(part, domain) for part in expression.args]
        if None not in signs_of:
            return prod(part for part in signs_of if part is not None)
    if isinstance(expression, sp.log) and _sign(expression.args[0], domain) == 1:
        return _sign(expression.args[0] - 1, domain)
    known = {v.symbol: sp.Dummy(positive=True) for v in domain if v.lower.is_nonnegative
             and v.ends[0] == "("}  # fmt: skip
    found = assumed(sp.factor(expression.xreplace(known)))
    if found is not None:
        return found
    if expression.free_symbols - {v.symbol for v in domain}:
        return None
    signs = {_at(expression, point) for point in points(domain)}
    if signs not in ({1}, {-1}):
        return None
    (one,) = signs
    goal = Goal(that(0) < one * expression, domain)
    try:
        return one if decided([ProofLine(goal, "sign", "a sign")]) else None
    except DpproofsError:
        return None


def _at(expression: sp.Expr, point: dict[sp.Symbol, sp.Expr]) -> int:
    value = sp.N(expression.subs(point), 20)
    if not value.is_real or abs(value) < 1e-15:
        return 0
    return 1 if value > 0 else -1


@lru_cache(maxsize=1024)
def finite(
    term: sp.Expr, x: sp.Symbol, lower: sp.Expr, upper: sp.Expr, domain: Domain,
    integers: bool = False,
) -> sp.Basic | None:  # fmt: skip
    """When the integral of a term (over the ``integers``: its sum) from ``lower`` to ``upper`` is
    finite: true, false, or a relation of parameters; None where that is not seen.
    """
    if term == 0 or (integers and not upper.is_infinite and not lower.is_infinite):
        return sp.true
    moved = None if integers or not lower.is_nonnegative else unfolded(term, x, lower, upper)
    if moved is not None:
        return finite(*moved, domain)
    try:
        if not integers:
            _continuous(term, x, lower, upper, domain)
        found = sp.And(*_at_ends(term, x, (lower, upper), domain, integers))
        for relation in found.atoms(sp.StrictLessThan):
            _both(relation, domain)
    except Unknown:
        return None
    return found


def divided(domain: Domain, condition: sp.Basic) -> tuple[sp.Basic, Domain, Domain] | None:
    """A strict inequality as one of a variable, the part of a domain where it holds, and the rest;
    None where neither is a range of one variable.
    """
    if not isinstance(condition, sp.StrictLessThan | sp.StrictGreaterThan):
        return None
    above, below = sp.fraction(sp.together(condition.gts - condition.lts))
    gap = sp.expand((_sign(below, domain) or 0) * above)
    for variable in reversed(domain.variables):
        symbol = variable.symbol
        slope, others = sp.diff(gap, symbol), domain.without(symbol)
        bounds = {end for v in others for end in (v.lower, v.upper)}
        alone = not any(end.has(symbol) for end in bounds) and not variable.integer
        if not (slope.is_number and slope and alone and variable.root is None):
            continue
        place, left, right = sp.expand(symbol - gap / slope), variable.ends[0], variable.ends[1]
        if _within(place, variable, domain):
            low, high = replace(variable, upper=place), replace(variable, lower=place)
            if slope > 0:
                inside, outside = replace(high, ends="(" + right), replace(low, ends=left + "]")
                return symbol > place, others & inside, others & outside
            inside, outside = replace(low, ends=left + ")"), replace(high, ends="[" + right)
            return symbol < place, others & inside, others & outside
    return None


def _within(place: sp.Expr, variable: Variable, domain: Domain) -> bool:
    low, high = variable.lower, variable.upper
    return (low.is_infinite or _sign(place - low, domain) == 1) and (
        high.is_infinite or _sign(high - place, domain) == 1
    )


def _both(relation: sp.Basic, domain: Domain) -> None:
    """Refuse a condition that is not seen to depend on the parameters.

    Raises
    ------
    Unknown
        When it is true, or false, at all points that are looked at.
    """
    gap = relation.lhs - relation.rhs
    signs = {_at(gap, point) for point in points(domain, tries=TRIES)}
    if not {1, -1} <= signs:
        raise Unknown(f"the sign of {gap}")


def _at_ends(
    term: sp.Expr, x: sp.Symbol, ends: tuple[sp.Expr, sp.Expr], domain: Domain, integers: bool
) -> Iterator[sp.Basic]:
    far = sp.Dummy(positive=True)
    if integers and term.has(sp.factorial, sp.gamma, sp.besseli) and ends[1] is sp.oo:
        yield _by_ratio(_without_bessel(term, x).xreplace({x: far}), far, domain)
        return
    for end, side in zip(ends, (1, -1), strict=True):
        if end.is_infinite:
            moved = term.xreplace({x: -side * far})
        elif not integers and singular(term, x, end):
            near = _singular_part(term, x, end, domain)
            above = sp.Mul(*(f for f in sp.Mul.make_args(near) if not isinstance(f, BOUNDED)))
            if above != near and _small(_near(above, x, end, side, far), far, domain):
                yield sp.true
                continue
            moved = _near(near, x, end, side, far)
        else:
            continue
        fixed, moving = moved.as_independent(far, as_Add=False)
        orders = Orders(far, sign_on(domain))
        small = orders.collapses(moving) or _bounded(moving, orders)
        found = sp.true if small else _integrable(moving, orders)
        if found is not sp.true and sign_on(domain)(fixed) not in (1, -1):
            raise Unknown(f"the sign of {fixed}")
        yield found


def _near(term: sp.Expr, x: sp.Symbol, end: sp.Expr, side: int, far: sp.Symbol) -> sp.Expr:
    """A term near an end, as one far out."""
    return _expanded(term.subs(x, end + side / far), far) / far**2


def _small(term: sp.Expr, far: sp.Symbol, domain: Domain) -> bool:
    """Whether a term is seen to have a finite integral up to infinity."""
    try:
        return _integrable(term, Orders(far, sign_on(domain))) is sp.true
    except Unknown:
        return False


def _without_bessel(term: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """The same far out: I_x(z) is (z/2)**x/Gamma(x + 1) times what tends to 1."""
    return term.replace(
        lambda e: isinstance(e, sp.besseli) and e.args[0] == x and not e.args[1].has(x),
        lambda e: (e.args[1] / 2) ** x / sp.gamma(x + 1),
    )


def _by_ratio(term: sp.Expr, k: sp.Symbol, domain: Domain) -> sp.Basic:
    """That a sum is finite, for the quotient of one term and the one before tends to 0.

    Raises
    ------
    Unknown
        When that is not seen.
    """
    quotient = sp.gammasimp(sp.combsimp(term.subs(k, k + 1) / term))
    if Ends(Orders(k, sign_on(domain))).tends(quotient) != 0:
        raise Unknown(f"how fast {term} falls")
    return sp.true


def _singular_part(term: sp.Expr, x: sp.Symbol, end: sp.Expr, domain: Domain) -> sp.Expr:
    """A term without the factors that tend to a number other than 0 at an end."""
    sign = sign_on(domain)
    return sp.Mul(*(
        factor
        for factor in sp.Mul.make_args(term)
        if singular(factor, x, end) or sign(factor.subs(x, end)) not in (1, -1)
    ))  # fmt: skip


def _expanded(term: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """A term with what is raised to a power written as one fraction."""
    return term.replace(
        lambda e: isinstance(e, sp.Pow | sp.log) and e.args[0].has(x),
        lambda e: e.func(sp.factor(sp.together(sp.expand(e.args[0]))), *e.args[1:]),
    )


def _bounded(term: sp.Expr, orders: Orders) -> bool:
    """Whether what is at least as large as a term has a finite integral up to infinity."""
    try:
        return orders.integrable(orders.bound(term)) is sp.true
    except Unknown:
        return False


def _integrable(term: sp.Expr, orders: Orders) -> sp.Basic:
    """The same at infinity: of the whole, or else of its terms where these cannot cancel."""
    try:
        return orders.integrable(orders.of(term))
    except Unknown:
        parts = sp.Add.make_args(sp.expand(term))
        if len(parts) == 1:
            raise
    found = [orders.integrable(orders.of(part)) for part in parts]
    if any(one is not sp.true for one in found):
        signs = {orders.sign(part) for part in parts}
        if not (signs <= {0, 1} or signs <= {0, -1}):
            raise Unknown(f"whether terms of {term} cancel")
    return sp.And(*found)


def _continuous(
    term: sp.Expr, x: sp.Symbol, lower: sp.Expr, upper: sp.Expr, domain: Domain
) -> None:
    """Refuse a term that may be singular between the ends.

    Raises
    ------
    Unknown
        When it is not seen to be continuous there.
    """
    inner: Callable[[], Domain] = lambda: domain & Variable(x, lower, upper)  # noqa: E731  (late)
    for part in sp.preorder_traversal(term):
        if not part.has(x) or part == x or part.is_Add or part.is_Mul or isinstance(part, SMOOTH):
            continue
        if part.is_Pow:
            if not part.base.has(x) or (part.exp.is_Integer and part.exp > 0):
                continue
            inside = part.base
        elif isinstance(part, sp.log):
            inside = part.args[0]
        else:
            raise Unknown(f"whether {part} is continuous")
        even = part.is_Pow and part.exp.is_Integer
        try:
            sign = assumed(inside) or _sign(inside, inner())
        except BadInput:
            sign = None
        if sign != 1 and not (even and sign == -1):
            raise Unknown(f"whether {part} is continuous")
