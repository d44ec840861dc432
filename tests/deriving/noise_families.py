"""Noise families as a user would write them, with parameters at which they are looked at."""

import sympy as sp

import dpproofs as dp

x, a, c, s, w, h, lam, sigma = sp.symbols("x a c s w h lambda sigma", positive=True)
p, b, beta, q, Delta = sp.symbols("p b beta q Delta", positive=True)
gamma = sp.Symbol("gamma", nonnegative=True)
y, n, k = sp.Symbol("y", real=True), sp.Symbol("n", integer=True), sp.Symbol("k")


def over(*variables):
    return dp.Domain(variables)


TRIANGULAR = dp.Family(
    "triangular", x=x, domain=over(dp.positive(s)), pieces=[dp.Piece((1 - x / s) / s, 0, s)]
)
LAPLACE = dp.Family(
    "laplace",
    x=x,
    domain=over(dp.positive(lam)),
    pieces=[dp.Piece(sp.exp(-x / lam) / (2 * lam), 0, sp.oo)],
)
GAUSSIAN = dp.Family(
    "gaussian",
    x=x,
    domain=over(dp.positive(sigma)),
    pieces=[dp.Piece(sp.exp(-(x**2) / (2 * sigma**2)) / (sigma * sp.sqrt(2 * sp.pi)), 0, sp.oo)],
)
ASYMMETRIC = dp.Family(
    "asymmetric",
    x=y,
    domain=over(dp.positive(a), dp.positive(c)),
    even=False,
    pieces=[
        dp.Piece(sp.exp(-y / a) / (a + c), 0, sp.oo),
        dp.Piece(sp.exp(y / c) / (a + c), -sp.oo, 0),
    ],
)
_laplace = q * sp.exp(-x / lam) / (2 * lam)
MIXTURE = dp.Family(
    "mixture",
    x=x,
    domain=over(dp.between(q, 0, 1), dp.positive(lam), dp.positive(w)),
    pieces=[dp.Piece(_laplace + (1 - q) / (2 * w), 0, w), dp.Piece(_laplace, w, sp.oo)],
)
STEPS = dp.Family(
    "steps",
    x=x,
    domain=over(dp.positive(w), dp.between(h, 0, 1 / (6 * w))),
    pieces=[dp.Piece(2 * h, 0, w), dp.Piece(h, w, 2 * w)],
    atoms=[(0, 1 - 6 * h * w)],
)
_mass = (1 - b**2) / ((1 + beta) * (1 + b**2) + 2 * (1 - beta) * b)
PARITY = dp.Family(
    "parity",
    x=n,
    domain=over(dp.between(b, 0, 1), dp.between(beta, 0, 1)),
    integers=True,
    pieces=[
        dp.Piece(_mass * (1 + beta) * b ** (2 * k), 2 * k, 2 * k + 1, k),
        dp.Piece(_mass * (1 - beta) * b ** (2 * k + 1), 2 * k + 1, 2 * k + 2, k),
    ],
)
GEOMETRIC = dp.Family(
    "geometric",
    x=n,
    domain=over(dp.between(b, 0, 1)),
    integers=True,
    pieces=[dp.Piece((1 - b) / (1 + b) * b**n, 0, sp.oo)],
)
_level = (1 - b) / (2 * Delta * (gamma + b * (1 - gamma)))
STAIRCASE = dp.Family(
    "stairs",
    x=x,
    domain=over(dp.between(b, 0, 1), dp.positive(Delta), dp.between(gamma, 0, 1, "[]")),
    pieces=[
        dp.Piece(_level * b**k, k * Delta, (k + gamma) * Delta, k),
        dp.Piece(_level * b ** (k + 1), (k + gamma) * Delta, (k + 1) * Delta, k),
    ],
)
alpha, delta = sp.Symbol("alpha", nonnegative=True), sp.Symbol("delta", positive=True)
UNIFORM_ATOM = dp.Family(
    "uniform_atom",
    x=x,
    domain=over(dp.between(delta, 0, 1), dp.positive(Delta), dp.between(alpha, 0, delta, "[)")),
    pieces=[dp.Piece((delta - alpha) / Delta, 0, (1 - alpha) / (delta - alpha) * Delta / 2)],
    atoms=[(0, alpha)],
)
PAIR = dp.Family(  # a uniform part between two atoms away from the origin
    "pair",
    x=x,
    domain=over(dp.positive(w), dp.between(q, 0, 1)),
    pieces=[dp.Piece(q / (2 * w), 0, w)],
    atoms=[(w, (1 - q) / 2)],
)

AT = {
    "triangular": {"s": "3/10"},
    "laplace": {"lambda": "3/2"},
    "gaussian": {"sigma": 2},
    "asymmetric": {"a": 1, "c": "5/2"},
    "mixture": {"q": "1/3", "lambda": 1, "w": 2},
    "steps": {"w": 1, "h": "1/10"},
    "parity": {"b": "1/2", "beta": "1/4"},
    "geometric": {"b": "2/3"},
    "stairs": {"b": "1/3", "Delta": 2, "gamma": "2/5"},
    "pair": {"w": 3, "q": "1/4"},
}
