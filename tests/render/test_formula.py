from dataclasses import dataclass

import pytest
import sympy as sp

from dpproofs.kernel.assertions import (
    Cheaper,
    Define,
    Even,
    Exists,
    Expected,
    Fact,
    Obtain,
    Private,
    Proper,
)
from dpproofs.kernel.domain import Domain, Variable, between, index, nth_root, positive, real
from dpproofs.kernel.errors import UnsupportedExpression
from dpproofs.kernel.examples import Tails
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.losses import Leak, Loss, Promise
from dpproofs.kernel.objects import Given, Law, Piece, Pieces, Value
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Integral,
    Limit,
    Minimum,
    Program,
    Proposition,
    Series,
    Sum,
    that,
)
from dpproofs.kernel.terms import (
    Join,
    Mass,
    Meet,
    Mirror,
    Moved,
    Outside,
    at_least,
    beyond,
    interval,
)
from dpproofs.render import definitions, formula, mathml, notation, plain

x, p, Delta, delta, alpha = sp.symbols("x p Delta delta alpha", positive=True)
k = sp.Symbol("k", integer=True)
G = sp.Function("G")
X, Q, S, T = (sp.Function(name) for name in ("X", "Q", "S", "T"))
gamma, y, d = sp.Symbol("gamma", nonnegative=True), *sp.symbols("y d", real=True)
u = sp.Symbol("u", nonnegative=True)
SPLIT = Domain((between(gamma, 0, 1, "[]"),))
EVERYWHERE = Domain((real(y),))
FALLING = Pieces("f", y, (gamma,), SPLIT, (Piece(2 * gamma, sp.S(1)), Piece(sp.exp(-y), sp.oo)))
PERIODIC = Pieces(
    "g", y, (), Domain(), (Piece(2**-k, sp.S(1)), Piece(3**-k, sp.S(2))), period=sp.S(2), index=k
)  # fmt: skip


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (that(x) <= delta, r"x \le \delta"),
        (Derivative(x**2, x, 2 * x), r"\frac{d}{d x} x^{2} = 2 x"),
        (
            Derivative(x * p + 1, x, p),
            r"\frac{\partial}{\partial x} \left(p x + 1\right) = p",
        ),
        (Integral(2 * x, x, sp.S(0), delta, delta**2), r"\int_{0}^{\delta} 2 x \, dx = \delta^{2}"),
        (
            Sum(x**k, k, sp.S(0), sp.oo, 1 / (1 - x)),
            r"\sum_{k = 0}^{\infty} x^{k} = \frac{1}{1 - x}",
        ),
        (Limit(x, x, sp.S(0), "+", sp.S(0)), r"\lim_{x \to 0^{+}} x = 0"),
        (Limit(1 / x, x, sp.oo, "-", sp.S(0)), r"\lim_{x \to \infty} \frac{1}{x} = 0"),
        (
            Series(sp.sin(x), x, (sp.S(0), sp.S(1), sp.S(0), -sp.Rational(1, 6))),
            r"\sin{\left(x \right)} = x - \frac{x^{3}}{6} + O(x^{4}) \quad (x \to 0^{+})",
        ),
        (
            Minimum(x**2, x, sp.S(0), delta, "[)", sp.S(0)),
            r"\underset{x \in [0, \delta)}{\operatorname{arg\,min}} \; x^{2} = 0",
        ),
        (
            Minimum(p, x, sp.S(0), delta / 2, "[]", sp.S(0)),
            r"\underset{x \in \left[0, \frac{\delta}{2}\right]}{\operatorname{arg\,min}} \; p = 0",
        ),
        (
            Program(2 * x, (x,), (x - delta,), (x - 1,), sp.S(2)),
            r"\min \left\{ 2 x : x \ge 0,\; x - \delta \ge 0,\; x - 1 = 0 \right\} = 2",
        ),
        (
            Fails(that(x) == 2, ((x, sp.S(3)),)),
            r"\text{not at } x = 3 : \quad x = 2",
        ),
    ],
)
def test_every_kind_of_proposition_has_its_display(claim, expected):
    assert formula.proposition(claim) == expected


def kinds(base):
    """All kinds of propositions of the package, those of kinds of others included."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("dpproofs."):
            yield kind
        yield from kinds(kind)


@pytest.mark.parametrize("shown", [formula.proposition, plain.proposition])
def test_every_kind_in_the_kernel_is_displayed(shown):
    assert len(list(kinds(Proposition))) >= 17
    for kind in kinds(Proposition):
        assert shown.dispatch(kind) is not shown.dispatch(object)


@pytest.mark.parametrize(
    ("claim", "latex", "text"),
    [
        (
            Private(X(), p, delta, Delta),
            r"X \text{ is } {(p, \delta)} \text{-private for shifts up to } \Delta",
            "X is (p, delta)-private for shifts up to Delta",
        ),
        (Even(Q(gamma)), r"Q(\gamma) \text{ is symmetric}", "Q(gamma) is symmetric"),
        (Proper(Q(gamma)), r"Q(\gamma) \text{ is a probability}", "Q(gamma) is a probability"),
        (
            Cheaper(Q(gamma / 2), X(), "L"),
            r"\mathbb{E} \, L\left(Q\left(\frac{\gamma}{2}\right)\right) \le \mathbb{E} \, L(X)",
            "E L(Q(gamma/2)) <= E L(X)",
        ),
        (
            Expected(X(), u, u**p, ">=", delta),
            r"\mathbb{E} \left|X\right|^{p} \ge \delta",
            "E |X|^p >= delta",
        ),
        (
            Expected(Q(gamma), u, u + 1, "==", sp.S(2)),
            r"\mathbb{E} \left(\left|Q(\gamma)\right| + 1\right) = 2",
            "E (|Q(gamma)| + 1) = 2",
        ),
        (
            Exists(SPLIT, (Even(Q(gamma)), Cheaper(Q(gamma), X(), "L"))),
            (
                r"\text{there is } 0 \le \gamma \le 1 \text{ such that} \quad Q(\gamma) "
                r"\text{ is symmetric} \quad \text{and } \mathbb{E} \, L(Q(\gamma)) \le "
                r"\mathbb{E} \, L(X)"
            ),
            "there is gamma in [0, 1] such that Q(gamma) is symmetric and E L(Q(gamma)) <= E L(X)",
        ),
        (
            Loss(X(), Q(gamma), -p, sp.S(1), x, x, "<=", delta),
            r"D(X \,\|\, Q(\gamma) - p) \le \delta",
            "D(X || Q(gamma) - p) <= delta",
        ),
        (
            Loss(X(), X(), sp.S(0), p + 1, x, x + 1, "==", delta),
            (
                r"\mathbb{E} \left(x + 1\right) = \delta \quad \text{with the loss } x \text{ of } "
                r"p + 1 \text{ rounds} \text{ of } (X \,\|\, X)"
            ),
            "E (x + 1) = delta with the loss x of p + 1 rounds of X || X",
        ),
        (
            Loss(X(), X(), p + 1, sp.S(1), x, p * x, "<", delta),
            (
                r"\mathbb{E} p x < \delta \quad \text{with the loss } x \text{ of } "
                r"\text{one round} \text{ of } \left(X \,\|\, X + \left(p + 1\right)\right)"
            ),
            "E p x < delta with the loss x of one round of X || X + (p + 1)",
        ),
        (
            Leak(X(), Q(gamma), p, sp.S(1), delta, "==", gamma),
            r"\sup_S (X(S) - e^{\delta} (Q(\gamma) + p)(S)) = \gamma",
            "sup over S of X(S) - e^delta (Q(gamma) + p)(S) = gamma",
        ),
        (
            Leak(X(), X(), sp.S(0), p + 1, delta, ">", gamma),
            r"\sup_S (X^{p + 1}(S) - e^{\delta} (X)^{p + 1}(S)) > \gamma",
            "sup over S of X^(p + 1)(S) - e^delta (X)^(p + 1)(S) > gamma",
        ),
        (
            Promise(
                Given("P", "noise"),
                EVERYWHERE,
                SPLIT,
                (
                    Goal(Even(sp.Function("P")()), EVERYWHERE & SPLIT),
                    Goal(that(gamma) <= p, EVERYWHERE & SPLIT & positive(p)),
                ),
            ),
            (
                r"\text{there is } 0 \le \gamma \le 1,\ \text{noise } P \text{ such that} \quad "
                r"P \text{ is symmetric} \quad \text{and } \gamma \le p \ \text{ for all } p > 0"
            ),
            (
                "there is gamma in [0, 1] and noise P such that P is symmetric and gamma <= p for "
                "all p > 0"
            ),
        ),
        (
            Promise(
                Given("P", "noise", 1),
                EVERYWHERE,
                Domain(),
                (Goal(Even(sp.Function("P")(y)), EVERYWHERE),),
            ),
            (
                r"\text{there is } \text{a family } P \text{ of noise with 1 real index} "
                r"\text{ such that} \quad P(y) \text{ is symmetric}"
            ),
            "there is a family P of noise with 1 real index such that P(y) is symmetric",
        ),
        (
            Define(Value("R", (y,), EVERYWHERE, y**2)),
            "R(y) := y^{2}",
            "R(y) := y^2",
        ),
        (
            Obtain("t", (x,), (Fact(that(1) <= sp.Function("t")(x), Domain((positive(x),))),)),
            r"\text{there is } t(x) \text{ with} \quad 1 \le t(x) \ \text{ for } x > 0",
            "there is t(x) with 1 <= t(x) for x > 0",
        ),
        (
            Fails(Private(X(), p, delta, Delta), ((p, sp.S(1)),), (("X", Q(1)),)),
            (
                r"\text{not at } p = 1, X = Q(1) : \quad X \text{ is } {(p, \delta)} "
                r"\text{-private for shifts up to } \Delta"
            ),
            (
                "it is not so at p = 1 and X = Q(1) that "
                "X is (p, delta)-private for shifts up to Delta"
            ),
        ),
    ],
)
def test_noise_privacy_and_cost_are_said_in_words(claim, latex, text):
    assert formula.proposition(claim) == latex
    assert plain.proposition(claim) == text
    assert mathml.block(latex)


def test_an_object_that_is_found_says_only_what_moves_in_its_facts():
    here, further = Domain((positive(x),)), Domain((positive(x), positive(p)))
    found = sp.Function("t")(x)
    claim = Obtain("t", (x,), (Fact(that(1) <= found, here), Fact(that(p) <= found, further)))
    assert formula.goal(Goal(claim, here)) == (
        r"\text{there is } t(x) \text{ with} \quad 1 \le t(x), \quad p \le t(x) "
        r"\ \text{ for } p > 0"
    )


@pytest.mark.parametrize(
    ("where", "latex", "text"),
    [
        (interval(x, p, "[)"), r"X \in [x, p)", "X in [x, p)"),
        (interval(0, x / 2, "(]"), r"X \in \left(0, \frac{x}{2}\right]", "X in (0, x/2]"),
        (at_least(x), r"X \ge x", "X >= x"),
        (interval(x, sp.oo), "X > x", "X > x"),
        (interval(-sp.oo, -x), "X < - x", "X < -x"),
        (interval(-sp.oo, x, "(]"), r"X \le x", "X <= x"),
        (interval(x, x, "[]"), "X = x", "X = x"),
        (beyond(x), r"\left|X\right| \ge x", "|X| >= x"),
        (Outside(interval(-x, x, "[]")), r"\left|X\right| > x", "|X| > x"),
        (Outside(interval(-x, x, "[)")), r"X \notin [- x, x)", "X not in [-x, x)"),
        (S(), r"X \in S", "X in S"),
        (Moved(S(), d), r"X \in S + d", "X in S + d"),
        (Moved(S(), -Delta), r"X \in S - \Delta", "X in S - Delta"),
        (Moved(Mirror(S()), -x - p), r"X \in (-S) - p - x", "X in -S - p - x"),
        (Mirror(Moved(S(), d)), r"X \in -(S + d)", "X in -(S + d)"),
        (Outside(S()), r"X \notin S", "X not in S"),
        (Meet(S(), Join(T(), Outside(S()))), r"X \in S \cap (T \cup S^{c})",
         "X in S and (T or (not S))"),
    ],
)  # fmt: skip
def test_a_mass_is_a_probability_of_an_event(where, latex, text):
    if r"\left" in latex:
        assert notation.expression(Mass(X(), where)) == rf"P\left({latex}\right)"
    else:
        assert notation.expression(Mass(X(), where)) == f"P({latex})"
    assert plain.expression(Mass(X(), where)) == f"P({text})"
    assert mathml.inline(notation.expression(Mass(X(), where) ** 2))


def test_noise_that_is_called_as_probabilities_are_is_told_from_them():
    claim = that(Mass(sp.Function("P")(), S())) <= Mass(Q(), S()) ** 2
    assert formula.proposition(claim) == (
        r"\operatorname{Pr}(P \in S) \le \operatorname{Pr}(Q \in S)^{2}"
    )
    assert plain.proposition(claim) == "Pr(P in S) <= Pr(Q in S)^2"


@pytest.mark.parametrize(
    ("definition", "latex", "text"),
    [
        (
            FALLING,
            (
                r"f(\gamma, y) := \left\{ \begin{aligned} & 2 \gamma, && 0 \le \left|y\right| < 1 "
                r"\\ & e^{- \left|y\right|}, && \left|y\right| \ge 1 \end{aligned} \right."
            ),
            "f(gamma, y) := 2 gamma for 0 <= |y| < 1, exp(-y) for |y| >= 1",
        ),
        (
            PERIODIC,
            (
                r"g(y) := \left\{ \begin{aligned} & \frac{1}{2^{k}}, && 2 k \le \left|y\right| "
                r"< 2 k + 1 \\ & \frac{1}{3^{k}}, && 2 k + 1 \le \left|y\right| < 2 k + 2 "
                r"\end{aligned} \right. \qquad k \in \{0, 1, \ldots\}"
            ),
            (
                "g(y) := 2^(-k) for 2 k <= |y| < 2 k + 1, 3^(-k) for 2 k + 1 <= |y| < 2 k + 2, "
                "k = 0, 1, 2, ..."
            ),
        ),
        (
            Law("Q", (gamma,), SPLIT, "f"),
            r"Q(\gamma) := \text{noise on the line with the density } f(\gamma, x)",
            "Q(gamma) := noise on the line with the density f(gamma, x)",
        ),
        (
            Law("Q", (x,), Domain((positive(x),)), "f", atom=x / 2),
            (
                r"Q(x) := \text{noise on the line with the density } f(x, y) \quad "
                r"\text{and an atom of mass } \frac{x}{2} \text{ at } 0"
            ),
            "Q(x) := noise on the line with the density f(x, y) and an atom of mass x/2 at 0",
        ),
        (
            Law("Z", (), Domain(), "f", on="integers"),
            r"Z := \text{noise on the integers with mass } f(i) \text{ at each integer } i",
            "Z := noise on the integers with mass f(i) at each integer i",
        ),
    ],
)
def test_a_definition_is_shown_as_people_write_it(definition, latex, text):
    assert definitions.definition(definition) == latex
    assert plain.definition(definition) == text
    assert mathml.block(latex)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2 * x * (1 - x), "2 x (1 - x)"),
        (-alpha - delta, "-alpha - delta"),
        (delta - alpha, "delta - alpha"),
        (x**p / 2, "x^p/2"),
        (sp.sqrt(2) * x, "sqrt(2) x"),
        (sp.Max(x, 1) + abs(y), "|y| + max(1, x)"),
        (sp.Min(x, p), "min(p, x)"),
        (G(x) * sp.Function("c")(), "G(x) c"),
        (sp.oo, "oo"),
    ],
)
def test_plain_expressions_read_as_in_notes(value, expected):
    assert plain.expression(value) == expected


@pytest.mark.parametrize(
    ("variable", "expected"),
    [
        (positive(x), "x > 0"),
        (Variable(x, sp.S(0), sp.oo, "[)"), "x >= 0"),
        (real(y), "real y"),
        (between(x, 0, Delta, "(]"), "x in (0, Delta]"),
        (Variable(y, -sp.oo, sp.S(2)), "y < 2"),
        (index(k, 0), "integers k >= 0"),
        (index(k, 1, 9), "integers k in [1, 9]"),
        (Variable(k, -sp.oo, sp.oo, integer=True), "integers k"),
        (Variable(k, -sp.oo, sp.S(0), "(]", integer=True), "integers k <= 0"),
        (nth_root(x, 3, sp.S(2), sp.S(1), sp.S(2)), "x = 2^(1/3) in (1, 2)"),
    ],
)
def test_a_variable_is_told_with_its_range(variable, expected):
    assert plain.domain([variable]) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (Derivative(x + p, x, sp.S(1)), "d/dx (p + x) = 1"),
        (Integral(2 * x, x, sp.S(0), p, p**2), "integral from 0 to p of 2 x dx = p^2"),
        (Sum(x**k, k, sp.S(0), sp.oo, p), "sum over k from 0 to oo of x^k = p"),
        (Limit(x, x, sp.S(0), "+", sp.S(0)), "x tends to 0 as x -> 0 from above"),
        (Limit(1 / x, x, sp.oo, "-", sp.S(0)), "1/x tends to 0 as x -> oo"),
        (Series(p, x, (sp.S(1), -p)), "p = 1 - p x + O(x^2) as x -> 0 from above"),
        (
            Minimum(x**2, x, sp.S(0), p, "[)", sp.S(0)),
            "x^2 has its only minimum over x in [0, p) at x = 0",
        ),
        (
            Program(2 * x, (x,), (x - p,), (x - 1,), sp.S(2)),
            "the least 2 x with x >= 0, x - p >= 0, x - 1 = 0 is 2, and is attained",
        ),
        (Fails(that(x) == 2, ((x, sp.S(3)),)), "it is not so at x = 3 that x = 2"),
    ],
)
def test_every_kind_of_proposition_has_its_text(claim, expected):
    assert plain.proposition(claim) == expected


def test_unknown_proposition_is_named():
    @dataclass(frozen=True)
    class Strange(Proposition):
        kind = "strange"

    for shown in (formula.proposition, plain.proposition):
        with pytest.raises(UnsupportedExpression, match="'strange'"):
            shown(Strange())


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (delta - alpha, r"\delta - \alpha"),
        (-alpha - delta, r"- \alpha - \delta"),
        (Delta**p / (2**p * (p + 1)), r"\frac{\Delta^{p}}{2^{p} \left(p + 1\right)}"),
        (-x / 2**p, r"- \frac{x}{2^{p}}"),
        (2**-p, r"\frac{1}{2^{p}}"),
        (sp.exp(-x / 2), r"e^{- x / 2}"),
        (sp.exp(sp.Symbol("z")) ** sp.Symbol("q"), r"\left(e^{z}\right)^{q}"),
        (G(x), "G(x)"),
        (G(x) ** 2, "{G}^{2}(x)"),
        (G(x / 2), r"G\left(\frac{x}{2}\right)"),
        (sp.Function("P_S")(), "P_{S}"),
        (sp.Function("P_Sd")(), r"P_{S d}"),
        (sp.Function("slope_G")(x), r"\mathrm{slope}_{G}(x)"),
        (sp.Symbol("alpha1"), r"\alpha_{1}"),
    ],
)
def test_expressions_read_as_people_write_them(value, expected):
    assert notation.expression(value) == expected


@pytest.mark.parametrize(
    ("variable", "expected"),
    [
        (positive(x), "x > 0"),
        (Variable(x, sp.S(0), sp.oo, "[)"), r"x \ge 0"),
        (real(sp.Symbol("y")), r"y \in \mathbb{R}"),
        (between(x, 0, 1, "(]"), r"0 < x \le 1"),
        (between(x, 0, 1, "[)"), r"0 \le x < 1"),
        (Variable(sp.Symbol("y"), -sp.oo, sp.S(2)), "y < 2"),
        (index(k, 0), r"k \in \{0, 1, \ldots\}"),
        (index(k, 1, 9), r"k \in \{1, \ldots, 9\}"),
        (Variable(k, -sp.oo, sp.oo, integer=True), r"k \in \mathbb{Z}"),
        (Variable(k, -sp.oo, sp.S(0), "(]", integer=True), r"k \in \{\ldots, 0\}"),
        (nth_root(x, 3, sp.S(2), sp.S(1), sp.S(2)), r"x = \sqrt[3]{2} \in (1, 2)"),
        (nth_root(x, 2, sp.S(2), sp.S(1), sp.S(2)), r"x = \sqrt{2} \in (1, 2)"),
    ],
)
def test_a_variable_is_shown_with_its_bounds(variable, expected):
    assert notation.domain(Domain((variable,))) == (expected,)


def test_an_example_names_its_objects():
    tail = sp.Lambda(x, 1 / (1 + x))
    example = {
        "G": sp.Lambda(x, x / 2),
        "P_0": sp.Lambda((), 3),
        "S": interval(0, 1, "[)"),
        "X": Tails(tail, tail),
        "Y": Tails(tail, sp.Lambda(x, 1 / (2 + x))),
    }
    assert definitions.example(example) == (
        r"G(x) = \frac{x}{2}",
        "P_{0} = 3",
        "S = [0, 1)",
        r"P(X \ge x) = \frac{1}{x + 1}",
        r"P(Y \ge x) = \frac{1}{x + 1},\quad P(Y > x) = \frac{1}{x + 2}",
    )


def test_a_long_linear_program_is_cut_short():
    rows = tuple(x - n for n in range(9))
    text = formula.proposition(Program(x, (x,), rows, (), sp.S(8)))
    assert r"\ldots" in text
    assert r"1 \text{ variables, } 9 \text{ constraints}" in text
