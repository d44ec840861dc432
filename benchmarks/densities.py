"""Researchers' densities: mass, E|X|, E X^2 and E|X|^p by dp.Family, beside bare sympy.integrate.

One line a density: of the four questions how many are answered right, wrong, or (dp.Family alone)
decided, and the processor seconds. An answer is right when it is a closed form that agrees with
quadrature at two points, or ``oo`` where the moment is infinite there.

Run ``python -m benchmarks.densities [NAME...]``; ``--seconds`` bounds each question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import mpmath
import sympy as sp

import dpproofs as dp
from benchmarks import arguments
from dpproofs.tactics.budget import left, spending, within

x, s, a, p, k = sp.symbols("x s a p k", positive=True)
PLACES = (
    {s: sp.Rational(7, 5), p: sp.Rational(3, 2)},
    {s: sp.Rational(2, 3), p: sp.Rational(5, 2)},
)
SHAPES = (sp.Rational(5, 2), sp.Rational(4, 3))  # of a


@dataclass(frozen=True)
class Row:
    """A density on one side of the origin; of even noise the other side is the same."""

    density: sp.Expr
    upper: sp.Expr = sp.oo
    even: bool = True
    shaped: bool = False  # whether it has the parameter a as well
    lower: sp.Expr = field(default=sp.Integer(0))
    reach: int = 200  # quadrature stops at the exponential of it


ROWS = {
    "Cauchy": Row(s / (sp.pi * (s**2 + x**2))),
    "x^-4 Cauchy": Row(sp.sqrt(2) * s**3 / (sp.pi * (s**4 + x**4))),
    "Student, 3 degrees": Row(6 * sp.sqrt(3) * s**3 / (sp.pi * (3 * s**2 + x**2) ** 2)),
    "Lomax": Row(a * s**a / (2 * (s + x) ** (a + 1)), shaped=True),
    "logistic": Row(sp.exp(-x / s) / (s * (1 + sp.exp(-x / s)) ** 2)),
    "hyperbolic secant": Row(1 / (2 * s * sp.cosh(sp.pi * x / (2 * s)))),
    "raised cosine": Row((1 + sp.cos(sp.pi * x / s)) / (2 * s), s),
    "arcsine": Row(1 / (sp.pi * sp.sqrt(s**2 - x**2)), s),
    "Subbotin": Row(a * sp.exp(-((x / s) ** a)) / (2 * s * sp.gamma(1 / a)), shaped=True),
    "Gumbel": Row(
        sp.exp(-x / s - sp.exp(-x / s)) / s, even=False, lower=sp.S.NegativeInfinity, reach=4
    ),
    "Gamma": Row(x ** (a - 1) * sp.exp(-x / s) / (2 * s**a * sp.gamma(a)), shaped=True),
    "Weibull": Row(a * x ** (a - 1) * sp.exp(-((x / s) ** a)) / (2 * s**a), shaped=True),
    "normal": Row(sp.exp(-(x**2) / (2 * s**2)) / (s * sp.sqrt(2 * sp.pi))),
    "offset normal tails": Row(
        sp.exp(-((x + 1) ** 2) / (2 * s**2))
        / (s * sp.sqrt(2 * sp.pi) * sp.erfc(1 / (s * sp.sqrt(2))))
    ),
    "bounded Laplace": Row(sp.exp(-x / s) / (2 * s * (1 - sp.exp(-1 / s))), sp.Integer(1)),
    "triangular": Row((1 - x / s) / s, s),
    "2/s (1 + x/s)^-5": Row(2 / s * (1 + x / s) ** -5),
    "Epanechnikov": Row(sp.Rational(3, 4) * (1 - x**2 / s**2) / s, s),
}
WEIGHTS = {"mass": sp.Integer(1), "E|X|": x, "E X^2": x**2, "E|X|^p": x**p}


def main() -> int:
    """Print the table; 1 when an answer of dp.Family is wrong."""
    parser = arguments.parser(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="densities; all without any")
    parser.add_argument("--seconds", type=float, default=20.0, help="for one question")
    chosen = parser.parse_args()
    whole: Counter[str] = Counter()
    print(
        f"{'density':22}{'right':>7}{'wrong':>7}{'decided':>9}{'seconds':>9}"
        "   SymPy: right wrong secs"
    )
    for name in chosen.names or ROWS:
        counts = Counter[str]()
        for weight in WEIGHTS.values():
            looked_at(ROWS[name], weight, chosen.seconds, counts)
        whole.update(counts)
        print(_line(name, counts), flush=True)
    print(_line("all", whole))
    return int(whole["wrong"] > 0)


def _line(name: str, counts: Counter[str]) -> str:
    return (
        f"{name:22}{counts['right']:7}{counts['wrong']:7}{counts['decided']:9}"
        f"{counts['seconds'] / 1000:9.1f}   {counts['sympy right']:11}{counts['sympy wrong']:6}"
        f"{counts['sympy seconds'] / 1000:5.1f}"
    )


def looked_at(row: Row, weight: sp.Expr, seconds: float, counts: Counter[str]) -> None:
    """Count what both make of one question; milliseconds are counted as well."""
    truth = [exactly(row, weight, at) for at in _points(row)]
    for mine, ask in (("", _family), ("sympy ", _sympy)):
        with spending(seconds):
            value, decided = ask(row, weight, seconds)
            counts[f"{mine}seconds"] += round(1000 * (seconds - left(seconds)))
        if value is None:
            continue
        agrees = all(_agrees(value, at, real) for at, real in zip(_points(row), truth, strict=True))
        counts[f"{mine}{'right' if agrees else 'wrong'}"] += 1
        counts[f"{mine}decided"] += decided and agrees


def _points(row: Row) -> list[dict[sp.Symbol, sp.Expr]]:
    pairs = zip(PLACES, SHAPES, strict=True)
    return [{**at, a: shape} if row.shaped else at for at, shape in pairs]


def _family(row: Row, weight: sp.Expr, seconds: float) -> tuple[sp.Expr | None, bool]:
    place = x if row.even else sp.Symbol("x", real=True)
    domain = dp.Domain((dp.positive(s), *((dp.positive(a),) if row.shaped else ())))
    try:
        family = dp.Family(
            "tried", x=place, domain=domain, even=row.even, seconds=seconds,
            pieces=[dp.Piece(row.density.xreplace({x: place}), row.lower, row.upper)],
        )  # fmt: skip
        mass = weight == 1
        found = family.normalisation() if mass else family.cost(weight.as_base_exp()[1])
    except dp.DpproofsError:
        return None, False
    return found.value, found.holds


def _sympy(row: Row, weight: sp.Expr, seconds: float) -> tuple[sp.Expr | None, bool]:
    def ask() -> sp.Expr:
        term = weight * row.density
        if row.even:
            return 2 * sp.integrate(term, (x, row.lower, row.upper))
        left = term.subs(x, -x) if weight == 1 else weight * row.density.subs(x, -x)
        return sp.integrate(term, (x, 0, sp.oo)) + sp.integrate(left, (x, 0, sp.oo))

    found = within(seconds, ask)
    if found is None or found.has(sp.Integral):
        return None, False
    return found, False


def exactly(row: Row, weight: sp.Expr, at: dict[sp.Symbol, sp.Expr]) -> mpmath.mpf:
    """The expectation by quadrature; infinite where it does not settle."""
    term = (weight * row.density).subs(at)
    with mpmath.workdps(20):
        if _infinite(term, row):
            return mpmath.inf
        whole = _quadrature(term, row.upper.subs(at), row.reach)
        if row.even:
            return 2 * whole
        return whole + _quadrature((weight * row.density.subs(x, -x)).subs(at), sp.oo, row.reach)


def _infinite(term: sp.Expr, row: Row) -> bool:
    """Whether x times the term does not tend to 0 far out."""
    if row.upper is not sp.oo:
        return False
    values = [abs(sp.N((x * term).subs(x, sp.Integer(10) ** n), 20)) for n in (6, 12)]
    return bool(values[1] > values[0] / 10**0.01)


def _quadrature(term: sp.Expr, upper: sp.Expr, reach: int) -> mpmath.mpf:
    inner: Callable[[mpmath.mpf], mpmath.mpf] = sp.lambdify(x, term, "mpmath")
    if upper is not sp.oo:
        end = mpmath.mpf(str(sp.N(upper, 25)))
        return mpmath.re(mpmath.quad(inner, [0, end / 100, end / 2, end]))
    near = mpmath.quad(inner, [0, mpmath.mpf("0.01"), 1])
    places = [u for u in (0, 1, 2, 4, 8, 16, 64, 200) if u <= reach]
    far = mpmath.quad(lambda u: inner(mpmath.exp(u)) * mpmath.exp(u), places)
    return near + far


def _agrees(value: sp.Expr, at: dict[sp.Symbol, sp.Expr], real: mpmath.mpf) -> bool:
    found = sp.N(value.subs(at), 20)
    if mpmath.isinf(real) or found.is_infinite:
        return bool(mpmath.isinf(real) and found.is_infinite)
    return bool(found.is_real and abs(found - sp.Float(str(real), 20)) < 1e-7 * (1 + abs(found)))


if __name__ == "__main__":
    raise SystemExit(main())
