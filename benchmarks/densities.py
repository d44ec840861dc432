"""Researchers' densities: mass, E|X|, E X^2 and E|X|^p by dp.Family, beside bare sympy.integrate.

One line a density: of the four questions how many are answered right, wrong, or (dp.Family alone)
decided, and the processor seconds. An answer is right when it is a closed form that agrees with
quadrature at two points, or ``oo`` where the moment is infinite there. The last line has the
longest call, with all processes that it started.

Run ``python -m benchmarks.densities [NAME...]``; ``--seconds`` bounds each question.
"""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import mpmath
import sympy as sp

import dpproofs as dp
from benchmarks import arguments
from dpproofs.tactics.budget import within

x, s, a, c, b, q, p = sp.symbols("x s a c b q p", positive=True)
n, k = sp.Symbol("n", integer=True, positive=True), sp.Symbol("k", integer=True)
PARAMETERS = {
    s: dp.positive(s), a: dp.positive(a), c: dp.positive(c), b: dp.between(b, 0, 1),
    q: dp.between(q, 0, 1), n: dp.integer(n, 1),
}  # fmt: skip
_VALUES = {
    s: ("7/5", "2/3"), a: ("5/2", "4/3"), c: ("4/3", "7/3"), b: ("1/2", "2/3"), q: ("2/3", "1/3"),
    n: ("3", "5"), p: ("3/2", "5/2"),
}  # fmt: skip
PLACES = tuple({v: sp.Rational(pair[i]) for v, pair in _VALUES.items()} for i in range(2))


@dataclass(frozen=True)
class Row:
    """A density on one side of the origin; of even noise the other side is the same."""

    density: sp.Expr
    upper: sp.Expr = sp.oo
    even: bool = True
    lower: sp.Expr = field(default=sp.Integer(0))
    reach: int = 200  # quadrature stops at the exponential of it
    behind: sp.Expr | None = None  # the masses at x < 0, where they have another form

    @property
    def place(self) -> sp.Symbol:
        """The symbol for the place: k for masses on the integers."""
        return k if self.density.has(k) else x

    @property
    def parameters(self) -> list[sp.Symbol]:
        """The parameters, in one order."""
        return [v for v in PARAMETERS if self.density.has(v)]


ROWS = {
    "Cauchy": Row(s / (sp.pi * (s**2 + x**2))),
    "x^-4 Cauchy": Row(sp.sqrt(2) * s**3 / (sp.pi * (s**4 + x**4))),
    "Student, 3 degrees": Row(6 * sp.sqrt(3) * s**3 / (sp.pi * (3 * s**2 + x**2) ** 2)),
    "Lomax": Row(a * s**a / (2 * (s + x) ** (a + 1))),
    "logistic": Row(sp.exp(-x / s) / (s * (1 + sp.exp(-x / s)) ** 2)),
    "hyperbolic secant": Row(1 / (2 * s * sp.cosh(sp.pi * x / (2 * s)))),
    "raised cosine": Row((1 + sp.cos(sp.pi * x / s)) / (2 * s), s),
    "arcsine": Row(1 / (sp.pi * sp.sqrt(s**2 - x**2)), s),
    "Subbotin": Row(a * sp.exp(-((x / s) ** a)) / (2 * s * sp.gamma(1 / a))),
    "Gumbel": Row(
        sp.exp(-x / s - sp.exp(-x / s)) / s, even=False, lower=sp.S.NegativeInfinity, reach=4
    ),
    "Gamma": Row(x ** (a - 1) * sp.exp(-x / s) / (2 * s**a * sp.gamma(a))),
    "Weibull": Row(a * x ** (a - 1) * sp.exp(-((x / s) ** a)) / (2 * s**a)),
    "normal": Row(sp.exp(-(x**2) / (2 * s**2)) / (s * sp.sqrt(2 * sp.pi))),
    "offset normal tails": Row(
        sp.exp(-((x + 1) ** 2) / (2 * s**2))
        / (s * sp.sqrt(2 * sp.pi) * sp.erfc(1 / (s * sp.sqrt(2))))
    ),
    "bounded Laplace": Row(sp.exp(-x / s) / (2 * s * (1 - sp.exp(-1 / s))), sp.Integer(1)),
    "triangular": Row((1 - x / s) / s, s),
    "2/s (1 + x/s)^-5": Row(2 / s * (1 + x / s) ** -5),
    "Epanechnikov": Row(sp.Rational(3, 4) * (1 - x**2 / s**2) / s, s),
    # those below were written down before anything was asked of them, or made for them
    "biweight": Row(sp.Rational(15, 16) * (1 - x**2 / s**2) ** 2 / s, s),
    "tricube": Row(sp.Rational(70, 81) * (1 - (x / s) ** 3) ** 3 / s, s),
    "Kumaraswamy": Row(a * c * x ** (a - 1) * (1 - x**a) ** (c - 1) / 2, sp.Integer(1)),
    "Weibull, 1/2": Row(sp.exp(-sp.sqrt(x / s)) / (4 * sp.sqrt(x * s)), reach=16),
    "Moyal": Row(
        sp.exp(-(x / s + sp.exp(-x / s)) / 2) / (s * sp.sqrt(2 * sp.pi)),
        even=False, lower=sp.S.NegativeInfinity, reach=8,
    ),
    "q-Gaussian, 9/7": Row(
        sp.Rational(15, 16) / s * (1 + x**2 / s**2) ** sp.Rational(-7, 2)
    ),
    "Levy": Row(sp.sqrt(s / (2 * sp.pi)) * x ** sp.Rational(-3, 2) * sp.exp(-s / (2 * x)) / 2),
    "Erlang, 3": Row(x**2 * sp.exp(-x / s) / (4 * s**3), reach=8),
    "Champernowne": Row(
        3 * sp.sqrt(3) / (4 * sp.pi * s * (sp.cosh(x / s) + sp.Rational(1, 2))), reach=8
    ),
    "slash": Row(
        s * (1 - sp.exp(-(x**2) / (2 * s**2))) / (sp.sqrt(2 * sp.pi) * x**2), reach=64
    ),
    "zeta, 4": Row(1 / ((2 * sp.zeta(4) - 1) * (k + 1) ** 4)),
    "negative binomial": Row((1 - b) ** 2 * (k + 1) * b**k / (1 + 2 * b - b**2)),
    "two geometric": Row(
        (1 - b) * (1 - q) / (1 - b * q) * b**k, even=False,
        behind=(1 - b) * (1 - q) / (1 - b * q) * q**-k,
    ),
    "discrete triangular": Row((n + 1 - k) / (n + 1) ** 2, n + 1),
    "asymmetric Laplace": Row(
        sp.exp(-x / s) / (s + a), even=False, behind=sp.exp(x / a) / (s + a), reach=64
    ),
    "Rayleigh": Row(x * sp.exp(-(x**2) / (2 * s**2)) / (2 * s**2), reach=64),
    "inverse gamma": Row(s**a * x ** (-a - 1) * sp.exp(-s / x) / (2 * sp.gamma(a))),
    "trapezoid": Row(
        sp.Piecewise((2 / (3 * s), x < s / 2), (4 * (1 - x / s) / (3 * s), True)), s
    ),
    "two normals": Row(
        q * sp.exp(-(x**2) / (2 * s**2)) / (s * sp.sqrt(2 * sp.pi))
        + (1 - q) * sp.exp(-(x**2) / (18 * s**2)) / (3 * s * sp.sqrt(2 * sp.pi)), reach=64,
    ),
    "Poisson": Row(
        sp.exp(-s) * s**k / sp.factorial(k), even=False, behind=sp.Integer(0)
    ),
    "Yule, 1": Row(sp.Rational(2, 3) / ((k + 1) * (k + 2))),
    "sine": Row(
        sp.pi / (2 * s) * sp.sin(sp.pi * x / s), s, even=False, behind=sp.Integer(0)
    ),
    "Burr": Row(a * x / s**2 * (1 + x**2 / s**2) ** (-a - 1)),
    "Bradford": Row(1 / (2 * sp.log(2) * (s + x)), s),
}  # fmt: skip
CALLS: list[tuple[str, sp.Expr, float]] = []  # each with its density, exponent and seconds
EXPONENTS = (sp.Integer(0), sp.Integer(1), sp.Integer(2), p)  # mass, E|X|, E X^2, E|X|^p


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
        for exponent in EXPONENTS:
            begun = counts["seconds"]
            looked_at(ROWS[name], exponent, chosen.seconds, counts)
            CALLS.append((name, exponent, (counts["seconds"] - begun) / 1000))
        whole.update(counts)
        print(_line(name, counts), flush=True)
    print(_line("all", whole))
    name, exponent, spent = max(CALLS, key=lambda call: call[2])
    print(f"longest call: E|X|^{exponent} of {name}, {spent:.1f} s of the processor")
    return int(whole["wrong"] > 0)


def _line(name: str, counts: Counter[str]) -> str:
    return (
        f"{name:22}{counts['right']:7}{counts['wrong']:7}{counts['decided']:9}"
        f"{counts['seconds'] / 1000:9.1f}   {counts['sympy right']:11}{counts['sympy wrong']:6}"
        f"{counts['sympy seconds'] / 1000:5.1f}"
    )


def looked_at(row: Row, exponent: sp.Expr, seconds: float, counts: Counter[str]) -> None:
    """Count what both make of one question; milliseconds are counted as well."""
    truth: list[mpmath.mpf] = []
    for mine, ask in (("", _family), ("sympy ", _sympy)):
        begun = busy()
        value, decided = ask(row, exponent, seconds)
        counts[f"{mine}seconds"] += round(1000 * (busy() - begun))
        if value is None:
            continue
        truth = truth or [exactly(row, row.place**exponent, at) for at in PLACES]
        agrees = all(_agrees(value, at, real) for at, real in zip(PLACES, truth, strict=True))
        counts[f"{mine}{'right' if agrees else 'wrong'}"] += 1
        counts[f"{mine}decided"] += decided and agrees


def busy() -> float:
    """The processor seconds of this process and of all that it started, those alive included."""
    own = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    waited = sum(one.ru_utime + one.ru_stime for one in own)
    return waited + sum(map(_alive, Path("/proc").glob("[0-9]*")))


def _alive(process: Path) -> float:
    """The processor seconds of a child of this process and of the children that it waited for."""
    try:
        row = (process / "stat").read_text("utf-8").rpartition(")")[2].split()
    except (OSError, ValueError):
        return 0.0
    mine = row[1] == str(os.getpid())
    return sum(map(int, row[11:15])) / os.sysconf("SC_CLK_TCK") if mine else 0.0


def _family(row: Row, exponent: sp.Expr, seconds: float) -> tuple[sp.Expr | None, bool]:
    place = row.place if row.even or row.place == k else sp.Symbol("x", real=True)
    pieces = [dp.Piece(row.density.xreplace({row.place: place}), row.lower, row.upper)]
    if row.behind is not None:
        pieces.append(dp.Piece(row.behind.xreplace({row.place: place}), -sp.oo, 0))
    try:
        family = dp.Family(
            "tried", x=place, domain=dp.Domain(tuple(PARAMETERS[v] for v in row.parameters)),
            even=row.even, seconds=seconds, pieces=pieces, integers=row.place == k,
        )  # fmt: skip
        found = family.normalisation() if exponent == 0 else family.cost(exponent)
        return found.value, found.holds
    except dp.DpproofsError:
        return None, False


def _sympy(row: Row, exponent: sp.Expr, seconds: float) -> tuple[sp.Expr | None, bool]:
    term, place = row.place**exponent * row.density, row.place
    mirrored = row.place**exponent * _mirrored(row)

    def ask() -> sp.Expr:
        if place == k:
            last = row.upper if row.upper is sp.oo else row.upper - 1
            ahead = sp.summation(term, (k, 0, last))
            return ahead + sp.summation(mirrored, (k, 1, last))
        if row.even:
            return 2 * sp.integrate(term, (x, row.lower, row.upper))
        both = (sp.integrate(side, (x, 0, row.upper)) for side in (term, mirrored))
        return sp.Add(*both)

    found = within(seconds, ask)
    if found is None or found.has(sp.Integral, sp.Sum):
        return None, False
    return found, False


def _mirrored(row: Row) -> sp.Expr:
    """The density at minus a place."""
    if row.even:
        return row.density
    behind = row.density if row.behind is None else row.behind
    return sp.sympify(behind).subs(row.place, -row.place)


def exactly(row: Row, weight: sp.Expr, at: dict[sp.Symbol, sp.Expr]) -> mpmath.mpf:
    """The expectation by quadrature, or a sum; infinite where it does not settle."""
    sides = [(weight * part).subs(at) for part in (row.density, _mirrored(row))]
    upper = row.upper.subs(at)
    with mpmath.workdps(20):
        if upper is sp.oo and _infinite(sides[0], row.place):
            return mpmath.inf
        if row.place == k:
            return _summed(sides[0], 0, upper) + _summed(sides[1], 1, upper)
        return sum(_quadrature(side, upper, row.reach) for side in sides)


def _infinite(term: sp.Expr, place: sp.Symbol) -> bool:
    """Whether x times the term does not tend to 0 far out."""
    inner: Callable[[mpmath.mpf], mpmath.mpf] = sp.lambdify(place, place * term, "mpmath")
    values = [abs(inner(mpmath.mpf(10) ** i)) for i in (6, 12)]
    return bool(values[1] > values[0] / 10**0.01)


def _summed(term: sp.Expr, lower: int, upper: sp.Expr) -> mpmath.mpf:
    inner: Callable[[mpmath.mpf], mpmath.mpf] = sp.lambdify(k, term, "mpmath")
    if upper is sp.oo:
        return mpmath.nsum(lambda i: inner(int(i)), [lower, mpmath.inf])
    return mpmath.fsum(inner(i) for i in range(lower, int(upper)))


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
