"""The table of rules: what each wants, and that nothing less will do."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Expected, Obtain, Private, Proper
from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.domain import Domain, between, index, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.losses import Loss
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import Relation, Sum, that
from dpproofs.kernel.rules import OWN, instance, rules
from dpproofs.kernel.terms import interval
from dpproofs.kernel.vectors import ExpectedNorm, Levels, PrivateVector, Staircase
from dpproofs.verifying import check_steps

x, h, d, n, n_1, n_2 = (OWN[name] for name in ("x", "h", "d", "n", "n_1", "n_2"))
a, D = sp.Symbol("a", positive=True), sp.Symbol("D", integer=True, positive=True)
ON = Domain((positive(a),))
F, G = sp.Function("F"), sp.Function("G")
X, Y = sp.Function("X")(), sp.Function("Y")()
W, Z, K, A = (sp.Function(name)() for name in "WZKA")
zero, one, two = map(sp.Integer, range(3))

GIVEN = (
    Given("F", "function", 1), Given("G", "function", 1), Given("X", "noise"),
    Given("Y", "noise"), Given("W", "noise", on="integers"), Given("Z", "noise", on="integers"),
    Given("L", "cost"), Given("N", "noise", 1), Given("M", "norm", dimension=D),
    Given("K", "vector", on="M"), Given("A", "set"),
)  # fmt: skip
STEP = Pieces("f", x, (), Domain(), (Piece(sp.Rational(1, 2), one), Piece(zero, sp.oo)))
DEFINITIONS = (
    STEP, Law("U", (), Domain(), "f"), Law("V", (), Domain(), "f", on="integers"),
)  # fmt: skip
U, V = sp.Function("U")(), sp.Function("V")()

ORDER = {"cheap": X, "dear": Y, "cost": "L"}
RULES = {
    "induction": {"terms": F(n), "step": a, "last": sp.oo},
    "induction over functions": {
        "gap": F(n + x * d), "weight": G(n + n_1 + x * d), "place": G(x + d * n_1 + n),
        "state": F(d + x + n_1 + n), "total": F(x - d + n * n_1), "last": two,
    },
    "Archimedes": {"value": F(1), "bound": F(2)},
    "either order": {"first": F(0), "second": F(1), "left": zero, "right": F(2)},
    "crossing": {"terms": F(n), "step": a, "level": G(0), "left": zero, "right": F(2)},
    "comparison of sums": {"small": F(n), "great": G(n), "less": F(0), "more": G(0)},
    "first term of a sum": {
        "terms": F(n), "rest": G(n), "factor": a, "value": F(a), "remains": G(a),
    },
    "without the first term": {"terms": F(n), "value": G(0)},
    "combination of sums": {
        "first": F(n), "second": G(n), "value": F(0), "other": G(0), "times": a, "plus": two,
    },
    "multiple of a sum": {
        "terms": F(n), "others": G(n), "factor": a, "value": F(0), "other": G(0),
    },
    "multiple of a finite sum": {
        "terms": F(n_1), "others": G(n_1), "factor": a, "value": F(0), "last": two,
    },
    "exchange of sums": {
        "terms": F(n) * G(n_1), "weight": a**n, "factor": F(n_1), "columns": G(n_1 + 7),
        "rows": G(n), "value": F(a), "last": two,
    },
    "order": {"curve": F(x), "before": a, "after": a + 1},
    "antisymmetry": {"left": F(0), "right": F(1)},
    "commensurable": {"small": F(x), "great": G(x), "width": a},
    "intermediate value": {"curve": F(x), "slope": a, "lower": zero, "upper": a},
    "supremum": {"set": F(x), "start": zero, "above": G(h), "width": a},
    "maximum": {"set": F(n), "start": zero, "above": G(n_1), "last": two, "cap": a},
    "reciprocal": {"value": F(0)},
    "logarithm": {"value": F(0)},
    "supporting line": {"curve": F(x), "at": a},
    "stochastic order": ORDER,
    "stochastic order by periods": {**ORDER, "width": a},
    "stochastic order by periods, integers": {
        "cheap": W, "dear": Z, "cost": "L", "width": two,
    },
    "larger tails": {"cheap": X, "dear": Y, "cost": x, "width": a, "value": F(0)},
    "larger tails, at places": {
        "cheap": W, "dear": Y, "places": G(x), "cost": F(x + 1), "value": F(0),
    },
    "tails up to a factor": {
        "cheap": X, "dear": Y, "cost": F(x), "factor": a, "value": F(-7),
    },
    "cost of a mixture": {
        "mixed": X, "one": Y, "other": W, "share": a, "rest": one, "cost": F(x),
        "one_bound": G(0), "other_bound": G(1),
    },
    "bounds of a cost": {"noise": X, "cost": F(x), "less": F(0), "more": F(1)},
    "masses of cells": {
        "noise": X, "start": F(0), "width": a, "terms": F(n), "value": F(1),
    },
    "privacy, by the density on cells": {"noise": U, "epsilon": a, "width": a, "cells": two},
    "layer cake": {"noise": X, "bound": F(0), "width": a},
    "domination": {"noise": X, "factor": a, "shift": F(0), "lower": zero, "upper": sp.oo},
    "countable additivity": {
        "noise": X, "start": zero, "width": a, "terms": F(n), "value": F(0),
    },
    "privacy, by sets": {"noise": X, "epsilon": a, "delta": zero, "sensitivity": a},
    "privacy, by sets of integers": {
        "noise": W, "epsilon": a, "delta": zero, "sensitivity": two,
    },
    "privacy, by the density": {"noise": U, "epsilon": a, "sensitivity": a},
    "privacy, either way": {"noise": X, "epsilon": a, "delta": zero, "sensitivity": a},
    "privacy, by the masses": {"noise": V, "epsilon": a, "sensitivity": a},
    "nothing between integers": {"noise": W, "place": two},
    "cheaper by way of": {"cheap": X, "middle": W, "dear": Y, "cost": "L"},
    "least cost": {
        "noise": sp.Function("N")(x), "cost": "L", "range": a, "width": a + 1, "slope": zero,
    },
    "neighbours": {"cheap": X, "dear": Y, "cost": "L", "terms": F(n), "value": a, "last": two},
    "mixture of two, integers": {
        "first": W, "second": Z, "dear": V, "cheap": X, "cost": "L", "first_weight": a,
        "second_weight": one, "width": two,
    },
    "mixtures": {
        "mixed": sp.Function("N")(n), "part": sp.Function("N")(n + 1), "weight": F(n),
        "dear": Y, "cost": "L", "last": two,
    },
    "exhaustion": {"noise": X, "start": zero, "width": a, "value": F(0), "terms": F(n)},
    "tail sum": {"noise": X, "cost": x, "places": F(n), "between": G(n), "value": F(n + 7)},
    "layer cake by pairs": {"noise": X, "width": a, "value": F(n)},
    "tails vanish": {"noise": X, "level": a},
    "thin windows": {"noise": X, "width": a, "level": a + 1},
    "simple functions": {
        "noise": X, "factor": a, "shift": F(0), "value": F(1), "point": n * a,
        "lower": n * a + a / 4, "upper": n * a + a / 2, "weight": F(n), "cap": G(0),
        "total": G(n), "last": two,
    },
    "sets of cells": {
        "noise": X, "cells": W, "start": F(0), "width": a, "shift": two, "factor": F(1),
        "value": F(2),
    },
    "weak duality": {
        "noise": X, "epsilon": a, "delta": a / 7, "sensitivity": 3 * a, "width": a, "shift": F(n),
        "multiplier": G(x) * F(n), "cap": F(n + 1), "total": G(x + 1) * F(n + 3),
        "weight": G(n), "cost": x, "value": F(0), "last": two,
    },
    "shifts of a null set": {"noise": X, "gauge": Y, "set": A, "width": a},
    "finite divergence": {"noise": X, "other": Y, "shift": a, "bound": F(0), "set": A},
    "divergence of a mixture": {
        "mixed": X, "one": Y, "other": W, "mixed_than": Z, "one_than": sp.Function("N")(a),
        "other_than": sp.Function("N")(0), "shift": a, "share": a, "rest": one,
        "one_bound": G(0), "other_bound": G(1),
    },
    "Brunn and Minkowski": {"noise": K, "sensitivity": a, "ratio": a, "radius": F(x)},
    "costs over levels": {
        "noise": K, "sensitivity": a, "ratio": a, "radius": F(x), "cost": G(x), "value": F(a),
        "potential": F(x + 1), "total": G(x + 1), "turn": a,
    },
    "privacy of a staircase": {"noise": K, "ratio": a, "first": a, "sensitivity": a + 1},
    "cost of a staircase": {
        "noise": K, "ratio": a, "first": a, "step": a, "cost": G(x), "integral": F(x + 1),
        "volume": F(a), "total": G(a), "value": F(0),
    },
}  # fmt: skip
OF_VECTORS = {name for name in RULES if RULES[name].get("noise") == K}
NEW = {
    "intermediate value", "supremum", "maximum", "reciprocal", "logarithm", "supporting line",
    "tails vanish", "thin windows", "least cost", "shifts of a null set",
}  # fmt: skip


def _sentence(given=GIVEN):
    return Statement(
        id="a.b", paper="a", item="1", title="t", printed_latex="l",
        printed=(Goal(that(0) < a, ON),), parameters=ON & index(D, 1), given=given,
        definitions=DEFINITIONS,
    )  # fmt: skip


SENTENCE = _sentence()


def filled(name, bindings, called="t"):
    """A rule with everything put in; one for vectors speaks of their dimension."""
    more = {"called": called, "parameters": ["a"]} if name in NEW else {}
    on = ON & index(D, 1) if name in OF_VECTORS else ON
    return instance(name, bindings, on, densities={"U": "f", "V": "f"}, dimensions={"K": D}, **more)


def built(name, bindings, *, change=None, drop=None, called="t", conclude=None, statement=SENTENCE):
    """The finding for a rule whose premises are hypotheses."""
    found = filled(name, bindings, called)
    premises = list(found.premises)
    if change is not None:
        premises[change[0]] = change[1](premises[change[0]])
    if drop is not None:
        del premises[drop]
    goal = Goal(Obtain(called, (), found.facts), ON) if name in NEW else found.conclusion
    premises += [Goal(Proper(noise), Domain()) for noise in (U, V) if noise in bindings.values()]
    goal = conclude(goal) if conclude else goal
    names = tuple(str(i + 1) for i in range(len(premises)))
    steps = [Step(i, p, "believed", "") for i, p in zip(names, premises, strict=True)]
    hints = {"rule": name, "bindings": bindings}
    steps.append(Step(str(len(steps) + 1), goal, "rule", "", hints, names))
    return _last(steps, statement)


def _last(steps, statement=SENTENCE):
    """The finding on the last step, the others being believed."""
    from dpproofs.checkers import check
    from dpproofs.checkers.scoping import Context

    derivation = Derivation(tuple(steps), statement)
    context = Context.of(statement)
    for step in derivation.steps[:-1]:
        assert context.admit(step, derivation) == ""
    problem = context.admit(derivation.steps[-1], derivation)
    return problem or check(derivation.steps[-1], derivation)


def accepted(finding):
    return not isinstance(finding, str) and finding.established


def test_every_rule_is_tried_here():
    assert set(RULES) == set(rules())


@pytest.mark.parametrize("name", RULES)
def test_a_rule_gives_its_conclusion(name):
    assert accepted(built(name, RULES[name]))


def _weaker(goal):
    claim = goal.proposition
    if isinstance(claim, Relation):
        return Goal(Relation(claim.lhs - 1, claim.op, claim.rhs), goal.domain)
    if isinstance(claim, Cheaper):
        return Goal(replace(claim, noise=claim.than, than=claim.noise), goal.domain)
    if isinstance(claim, Private | PrivateVector):
        return Goal(replace(claim, delta=claim.delta + 1), goal.domain)
    if isinstance(claim, Staircase):
        return Goal(replace(claim, step=claim.step + 1), goal.domain)
    if isinstance(claim, Levels):
        return Goal(replace(claim, radius=claim.radius + 1), goal.domain)
    return Goal(replace(claim, value=claim.value + 1), goal.domain)


def _narrower(goal):
    """The same over fewer values of the last variable that the rule adds."""
    *kept, last = goal.domain.variables
    if last.symbol in (a, D):
        return None
    lower = last.lower + 1 if last.lower.is_finite else zero
    return Goal(
        goal.proposition,
        Domain((*kept, type(last)(last.symbol, lower, last.upper, last.ends, last.integer))),
    )


@pytest.mark.no_cover
@pytest.mark.parametrize("name", RULES)
def test_no_premise_can_be_weaker_narrower_or_missing(name):
    premises = filled(name, RULES[name]).premises
    for place, premise in enumerate(premises):
        assert not accepted(built(name, RULES[name], change=(place, _weaker)))
        assert not accepted(built(name, RULES[name], drop=place))
        if _narrower(premise) is not None:
            assert not accepted(built(name, RULES[name], change=(place, _narrower)))
    if len(premises) > 1 and premises[0] != premises[1]:
        swapped = (premises[1], premises[0])
        assert not accepted(built(name, RULES[name], change=(0, lambda _: swapped[0])))


@pytest.mark.parametrize("name", sorted(set(RULES) - NEW))
def test_a_rule_gives_nothing_else(name):
    assert not accepted(built(name, RULES[name], conclude=_weaker_conclusion))


def _weaker_conclusion(goal):
    claim = goal.proposition
    if isinstance(claim, Cheaper):
        return Goal(Cheaper(claim.than, claim.noise, claim.cost), goal.domain)
    if isinstance(claim, Private):
        return Goal(
            Private(claim.noise, claim.epsilon / 2, claim.delta, claim.sensitivity), goal.domain
        )
    if isinstance(claim, PrivateVector):
        return Goal(replace(claim, sensitivity=2 * claim.sensitivity), goal.domain)
    if isinstance(claim, Expected | ExpectedNorm | Loss):
        return Goal(replace(claim, value=claim.value + 1), goal.domain)
    if isinstance(claim, Sum):
        return Goal(replace(claim, term=2 * claim.term), goal.domain)
    return Goal(Relation(claim.lhs + 1, claim.op, claim.rhs), goal.domain)


@pytest.mark.parametrize("name", sorted(NEW))
@pytest.mark.parametrize("taken", ["a", "F", "X", "f", "U", "L"])
def test_a_number_that_a_rule_finds_gets_a_new_name(name, taken):
    assert "not new" in built(name, RULES[name], called=taken)


@pytest.mark.parametrize("name", sorted(NEW))
def test_nothing_else_may_be_known_of_a_number_that_a_rule_finds(name):
    def more(goal):
        claim = goal.proposition
        stronger = type(claim.facts[0])(that(sp.Function("t")()) < -7, ON)
        return Goal(Obtain(claim.name, claim.arguments, (*claim.facts, stronger)), goal.domain)

    assert not accepted(built(name, RULES[name], conclude=more))


def test_a_premise_may_not_speak_of_the_number_that_is_found():
    spoken = {**RULES["supremum"], "start": sp.Function("t")()}
    with pytest.raises(AssertionError, match="not declared"):
        built("supremum", spoken)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("order", {"before": -a}),
        ("crossing", {"step": zero}),
        ("commensurable", {"width": -a}),
        ("supremum", {"width": zero}),
        ("supporting line", {"at": zero}),
        ("maximum", {"last": a}),
        ("multiple of a finite sum", {"last": a}),
        ("induction over functions", {"last": a}),
        ("induction over functions", {"last": zero}),
        ("exchange of sums", {"last": a}),
        ("exchange of sums", {"last": sp.Integer(-1)}),
        ("layer cake", {"width": -a}),
        ("domination", {"factor": -a}),
        ("privacy, by sets of integers", {"sensitivity": a}),
        ("stochastic order by periods, integers", {"width": a}),
        ("stochastic order by periods, integers", {"cheap": X}),
        ("privacy, by sets", {"noise": W}),
        ("privacy, by the density", {"sensitivity": -a}),
        ("weak duality", {"noise": W}),
        ("weak duality", {"width": zero}),
        ("weak duality", {"last": a}),
        ("weak duality", {"last": zero}),
        ("Brunn and Minkowski", {"sensitivity": zero}),
        ("costs over levels", {"turn": -a}),
        ("privacy of a staircase", {"ratio": -a}),
        ("cost of a staircase", {"first": zero}),
        ("tails vanish", {"noise": K}),
        ("simple functions", {"last": a}),
        ("simple functions", {"last": zero}),
        ("tails up to a factor", {"factor": -a}),
        ("masses of cells", {"width": zero}),
        ("privacy, by the density on cells", {"noise": V}),
        ("privacy, by the density on cells", {"noise": X}),
        ("privacy, by the density on cells", {"width": -a}),
        ("privacy, by the density on cells", {"cells": -two}),
        ("privacy, by the density on cells", {"cells": a}),
        ("sets of cells", {"cells": Y}),
        ("sets of cells", {"width": zero}),
        ("sets of cells", {"shift": a}),
        ("larger tails, at places", {"cheap": X}),
        ("least cost", {"range": zero}),
        ("least cost", {"width": -a}),
        ("least cost", {"slope": -a}),
        ("thin windows", {"width": zero}),
        ("thin windows", {"level": zero}),
        ("shifts of a null set", {"width": zero}),
        ("shifts of a null set", {"width": -a}),
        ("shifts of a null set", {"set": sp.Function("S")()}),
        ("shifts of a null set", {"set": a}),
        ("shifts of a null set", {"set": interval(0, h)}),
        ("finite divergence", {"set": interval(0, x)}),
        ("cost of a mixture", {"share": -a}),
        ("cost of a mixture", {"rest": -one}),
        ("cost of a mixture", {"rest": F(0)}),
        ("divergence of a mixture", {"share": -a}),
        ("divergence of a mixture", {"rest": F(0)}),
    ],
)
def test_what_is_put_in_has_to_be_of_its_kind(name, change):
    bindings = {**RULES[name], **change}
    try:
        finding = built(name, bindings)
    except BadInput:
        return
    assert not accepted(finding)


@pytest.mark.parametrize(
    ("upper", "shown"), [(two, True), (one, False), (sp.Rational(5, 2), True), (None, False)]
)
def test_a_family_of_noise_has_to_exist_wherever_a_rule_speaks_of_it(upper, shown):
    """The least cost over [0, 2] of noise that is shown to exist up to some place."""
    c = sp.Symbol("c", nonnegative=True)
    level = Pieces("g", x, (c,), Domain((between(c, 0, 3, "[]"),)), STEP.pieces)
    law = Law("R", (c,), level.domain, "g")
    sentence = replace(SENTENCE, definitions=(*DEFINITIONS, level, law))
    bindings = {**RULES["least cost"], "noise": law(x), "range": two}
    found = filled("least cost", bindings)
    premises = list(found.premises)
    if upper is not None:
        premises.append(Goal(Proper(law(c)), Domain((between(c, 0, upper, "[]"),))))
    names = tuple(str(i + 1) for i in range(len(premises)))
    steps = [Step(i, p, "believed", "") for i, p in zip(names, premises, strict=True)]
    hints = {"rule": "least cost", "bindings": bindings}
    goal = Goal(Obtain("t", (), found.facts), ON)
    steps.append(Step(str(len(steps) + 1), goal, "rule", "", hints, names))
    assert accepted(_last(steps, sentence)) == shown


@pytest.mark.parametrize(
    ("name", "noise"),
    [
        ("Brunn and Minkowski", X),
        ("costs over levels", W),
        ("privacy of a staircase", sp.Function("M")()),
        ("privacy, by sets", K),
        ("layer cake", K),
        ("least cost", K),
    ],
)
def test_noise_for_vectors_and_noise_on_the_line_are_told_apart(name, noise):
    """What the one is said to be cannot be said of the other, even as a hypothesis."""
    with pytest.raises((AssertionError, BadInput), match=r"not a (vector|noise)|noise for vectors"):
        built(name, {**RULES[name], "noise": noise})


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("shifts of a null set", {"gauge": K}),
        ("shifts of a null set", {"set": X}),
        ("finite divergence", {"other": K}),
        ("finite divergence", {"set": X}),
    ],
)
def test_sets_and_noise_are_told_apart(name, change):
    with pytest.raises(AssertionError, match=r"not a (set|noise)"):
        built(name, {**RULES[name], **change})


def test_a_rule_about_every_set_is_not_applied_to_a_given_one():
    statement = _sentence((*GIVEN, Given("S", "set")))
    finding = built("privacy, by sets", RULES["privacy, by sets"], statement=statement)
    assert "every set S" in finding.message
    from dpproofs.kernel.terms import Mass

    bound = {**RULES["domination"], "factor": Mass(X, sp.Function("S")()) + 2}
    assert not accepted(built("domination", bound))
    value = {**RULES["simple functions"], "value": Mass(X, sp.Function("S")())}
    assert not accepted(built("simple functions", value))
    value = {**RULES["sets of cells"], "value": Mass(X, sp.Function("S")())}
    assert not accepted(built("sets of cells", value))


def test_a_rule_about_defined_noise_wants_it_to_exist():
    name = "privacy, by the density"
    found = instance(name, RULES[name], ON, densities={"U": "f", "V": "f"})
    names = ("1", "2")
    steps = [Step(i, p, "believed", "") for i, p in zip(names, found.premises, strict=True)]
    hints = {"rule": name, "bindings": RULES[name]}
    steps.append(Step("3", found.conclusion, "rule", "", hints, names))
    assert "exists" in _last(steps).message


def test_a_number_may_not_depend_on_a_set_that_stands_for_all_sets():
    from dpproofs.kernel.terms import Mass

    mass = Mass(X, sp.Function("S")())
    finding = built("reciprocal", {"value": mass})
    assert "depend on the set S" in finding.message


@pytest.mark.parametrize(
    ("name", "bindings", "word"),
    [
        ("magic", {}, "rule"),
        ("induction", {"terms": n}, "bindings"),
        ("induction", {"terms": n, "step": n, "last": sp.oo}, "step"),
        ("Archimedes", {"value": 1 / (n + 1), "bound": one}, "value"),
        ("commensurable", {"small": n, "great": x, "width": one}, "small"),
        ("order", {"curve": sp.Symbol("x"), "before": one, "after": two}, "own symbol"),
    ],
)
def test_bindings_speak_of_what_they_may(name, bindings, word):
    with pytest.raises(BadInput, match=word):
        instance(name, bindings, Domain())


def test_the_rules_own_letters_are_no_ambient_variables_of_what_is_found():
    with pytest.raises(BadInput, match="own"):
        instance("supremum", RULES["supremum"], ON & index(n, 0) & between(x, 0, 1), called="t")


def test_a_place_depends_on_every_variable_that_is_no_parameter():
    proof = Proof(Domain((positive(a),)))
    found = proof.obtains("reciprocal", "r", uses=(), because="", value=a)
    assert found.term == sp.Function("r")(a)


def test_an_end_may_be_infinite():
    for last, ends in ((two, "[]"), (sp.oo, "[)")):
        bindings = {**RULES["induction"], "last": last}
        assert instance("induction", bindings, ON).conclusion.domain[n].ends == ends
    both = {**RULES["domination"], "lower": -sp.oo}
    assert instance("domination", both, ON).premises[0].domain[x].ends == "()"


# -- 1 <= 0 by the rules --------------------------------------------------------------------------


@pytest.mark.sweep
@pytest.mark.no_cover  # a long search; the same lines run in the other tests
def test_no_two_rules_prove_that_one_is_at_most_zero():
    """Each rule is applied to trivially true premises, and each of its results again."""
    wrong = (that(1) <= 0, that(0) < 0, that(0) == 1)
    values = (zero, one, sp.Integer(-1), x, h, n, n_1, sp.oo)
    seen = 0
    for name, rule in rules().items():
        if any(letter["kind"] in ("noise", "cost", "vector") for letter in rule.letters.values()):
            continue
        if any(premise["claim"]["kind"] == "sum" for premise in rule.premises):
            continue  # no sign shows a sum: these are tried below
        for choice in itertools.product(values, repeat=len(rule.letters)):
            bindings = dict(zip(rule.letters, choice, strict=True))
            proof = Proof(Domain())
            try:
                found = instance(name, bindings, Domain(), called="t")
                uses = tuple(
                    proof.shows(p.proposition, on=p.domain, by="sign", because="")
                    for p in found.premises
                )
                if rule.new:
                    number = proof.obtains(name, "t", uses=uses, because="", **bindings)
                    last = [proof.knows(number, i, because="") for i in range(len(rule.facts))]
                else:
                    last = [proof.applies(name, uses=uses, because="", **bindings)]
            except BadInput:
                continue
            statement = Statement(
                id="a.b", paper="a", item="1", title="t", printed_latex="l",
                printed=(Goal(wrong[0], Domain()),),
            )  # fmt: skip
            derivation = proof.done()
            findings = check_steps(statement, derivation)
            for place in last:
                if findings[int(place) - 1].established:
                    seen += 1
                    claim = derivation.step(place).goal.proposition
                    assert claim not in wrong
                    assert _holds(claim, derivation.step(place).goal.domain)
    assert seen > 30


@pytest.mark.parametrize("name", ["comparison of sums", "first term of a sum"])
def test_what_rules_conclude_of_geometric_sums_is_true(name):
    half = sp.Rational(1, 2)
    sums = [(factor * ratio**n, factor / (1 - ratio), ratio)
            for factor in (one, half, sp.Integer(-1)) for ratio in (half, half**2)]  # fmt: skip
    letters = list(rules()[name].letters)
    seen = 0
    for (first, value, ratio), (other, total, second) in itertools.product(sums, repeat=2):
        for more in (
            [(value, total)]
            if name.startswith("comp")
            else [(factor, value, total) for factor in (one, half, half**2, -half)]
        ):
            proof = Proof(Domain())
            bindings = dict(zip(letters, (first, other, *more), strict=True))
            left, right, terms = instance(name, bindings, Domain()).premises
            uses = [
                proof.concludes(goal, by="sum", ratio=by, because="a geometric sum")
                for goal, by in ((left, ratio), (right, second))
            ]
            method = "identity" if terms.proposition.op == "==" else "sign"
            uses.append(proof.concludes(terms, by=method, because="term by term"))
            last = proof.applies(name, uses=uses, because="", **bindings)
            derivation = proof.done()
            if check_steps(SENTENCE, derivation)[int(last) - 1].established:
                seen += 1
                assert _holds(derivation.step(last).goal.proposition, Domain())
    assert seen >= 6


QUARTER = sp.Rational(1, 4)


@pytest.mark.parametrize(
    ("name", "bindings", "ratios", "total"),
    [
        ("without the first term", {"terms": 2 ** (1 - n), "value": 4 * one}, [one / 2], 2),
        (
            "combination of sums",
            {"first": 2**-n, "second": QUARTER**n, "value": two, "other": one / (1 - QUARTER),
             "times": sp.Integer(-3), "plus": 6 * one},
            [one / 2, QUARTER], 2,
        ),
        (
            "exchange of sums",
            {"terms": n + n_1, "weight": 2**-n, "factor": n_1 + 1, "columns": 2 + 2 * n_1,
             "rows": 6 * n + 8, "value": 28 * one, "last": two},
            [one / 2, one, one], 28,
        ),
    ],
)  # fmt: skip
def test_sums_that_rules_conclude_are_right(name, bindings, ratios, total):
    proof = Proof(Domain())
    premises = instance(name, bindings, Domain()).premises
    uses = [
        proof.concludes(goal, by="sum", ratio=by, because="it telescopes")
        for goal, by in zip(premises, ratios, strict=True)
    ]
    proof.applies(name, uses=uses, because="", **bindings)
    derivation = proof.done()
    assert all(finding.established for finding in check_steps(SENTENCE, derivation))
    claim = derivation.steps[-1].goal.proposition
    added = sum(claim.term.subs(claim.index, i) for i in range(200))
    assert claim.value == total
    assert abs(added - total) < sp.Rational(1, 10**50)


def _holds(claim, domain):
    """Whether a relation between known numbers is true wherever it is tried."""
    from dpproofs.checkers.points import falsify

    unknown = claim.lhs.has(sp.Function("t")) or claim.rhs.has(sp.Function("t"))
    return unknown or falsify(claim, domain, tries=30) is None
