"""Ways in which something false was once accepted: each is put back for a moment, seen to work, and
seen to be refused without it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from dpproofs import checkers
from dpproofs.checkers import existence, matching, measure, rule, scoping
from dpproofs.checkers.normal import Undecided
from dpproofs.checkers.scoping import Context
from dpproofs.checkers.totals import Totals
from dpproofs.kernel import derivation as kernel
from dpproofs.kernel import rules as table
from dpproofs.kernel import scope
from dpproofs.kernel.assertions import Even, Expected, Private, Proper
from dpproofs.kernel.derivation import Claim, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given, Law, Piece, Pieces, Value
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import Derivative, Fails, Integral, Limit, that
from dpproofs.kernel.terms import Mass, Mirror, Moved, interval
from dpproofs.theorems.registry import find
from dpproofs.theorems.samples import two_points
from dpproofs.verifying import check_steps, decide

x, h = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)
b = sp.Symbol("b", positive=True)
u = sp.Symbol("u", nonnegative=True)
zero, one = sp.Integer(0), sp.Integer(1)
FALSE = Goal(that(1) <= 0, Domain())


def sentence(*goals, **rest):
    return Statement(
        id="a.b", paper="a", item="1", title="t", printed_latex="l", printed=goals, **rest
    )


def decided(statement, proof):
    """The decision on a derivation of a statement, and why it is open."""
    claim = Claim(statement, proof.done)
    findings = check_steps(claim.statement, claim.derivation)
    decision, _, reason = decide(claim.statement, claim.derivation, findings)
    return decision, reason


# -- a name that is taken -------------------------------------------------------------------------


def two_meanings():
    """t is the largest of 1, and t is the largest of 0."""
    statement, proof, found = sentence(FALSE), Proof(Domain()), []
    for value, fact in ((one, 0), (zero, 2)):
        width = Domain((between(h, 0, 1, "(]"),))
        pair = Domain((between(x, 0, 1, "(]"), between(h, 0, 1, "(]")))
        premises = [
            proof.shows(that(value) <= value, on=on, by="sign", because="") for on in (pair, width)
        ]
        number = proof.obtains(
            "supremum", "t", uses=premises, because="", set=value, start=value, above=value, width=1
        )
        found.append((proof.knows(number, fact, because=""), number))
    (low, _), (high, _) = found
    proof.concludes(
        FALSE, by="entailment", because="", uses=(low, high),
        facts=[(low, {}, 1), (high, {h: one}, 1)],
    )  # fmt: skip
    return statement, proof


def test_a_name_has_one_meaning(monkeypatch):
    statement, proof = two_meanings()
    decision, reason = decided(statement, proof)
    assert (decision, "t is not new" in reason) == ("open", True)
    monkeypatch.setattr(Context, "_clash", lambda *_: "")
    assert decided(statement, proof)[0] == "holds"


# -- names that float free of the statement -------------------------------------------------------


def test_a_sentence_declares_what_it_speaks_of(monkeypatch):
    floating = Goal(that(5) <= sp.Function("F")(u), Domain((Variable(u, zero, sp.oo, "[)"),)))
    with pytest.raises(BadInput, match="F is not declared"):
        sentence(floating)
    monkeypatch.setattr(kernel, "closed", lambda _: None)
    assert sentence(floating).goals == (floating,)


def test_a_step_speaks_of_declared_names_only(monkeypatch):
    noise = sp.Function("X")()
    goal = Goal(that(Mass(noise, interval(-sp.oo, sp.oo))) == 1, Domain())
    proof = Proof(Domain())
    proof.shows(goal.proposition, by="measure", because="")
    last = proof.shows(that(0) < 1, by="sign", because="")
    assert last
    findings = check_steps(sentence(Goal(that(0) < 1, Domain())), proof.done())
    assert "not declared" in findings[0].message
    monkeypatch.setattr(scoping, "misused", lambda *_: "")
    findings = check_steps(sentence(Goal(that(0) < 1, Domain())), proof.done())
    assert findings[0].established


# -- parameters that move -------------------------------------------------------------------------


def perfect_privacy():
    """From G = b for the b that was chosen to G = b/2."""
    number, on = Given("G", "function"), Domain((between(b, 0, 1),))
    said = Goal(that(number()) == b, on)
    wrong = Goal(that(number()) == b / 2, on)
    statement = sentence(
        wrong, parameters=on, given=(number,), hypotheses=(said,),
        examples=({"G": sp.Lambda((), b)},),
    )  # fmt: skip
    proof = Proof(on, statement)
    first = proof.assumes(said, because="")
    proof.concludes(
        wrong, by="entailment", because="", uses=(first,), facts=[(first, {b: b / 2}, 1)]
    )
    return statement, proof


def test_a_parameter_is_chosen_before_what_is_given(monkeypatch):
    statement, proof = perfect_privacy()
    decision, reason = decided(statement, proof)
    assert (decision, "b is a parameter" in reason) == ("open", True)
    monkeypatch.setattr(Context, "_moved", lambda *_: "")
    assert decided(statement, proof)[0] == "holds"


def test_a_hypothesis_is_about_the_parameter_that_was_chosen(monkeypatch):
    number, on = Given("G", "function"), Domain((between(b, 0, 1),))
    every = Goal(that(number()) <= b, Domain((positive(b),)))
    rest = {"parameters": on, "given": (number,), "hypotheses": (every,), "examples": ({},)}
    with pytest.raises(BadInput, match="quantifies over the parameter b"):
        sentence(Goal(that(number()) <= 0, on), **rest)
    monkeypatch.setattr(scope, "_quantifies", lambda *_: "")
    assert sentence(Goal(that(number()) <= 0, on), **rest).hypotheses == (every,)


# -- noise that does not exist --------------------------------------------------------------------


def noise_of_mass_two():
    """A density of total mass 2: what is said of probabilities is false of it."""
    flat = Pieces("f", x, (), Domain(), (Piece(one, one), Piece(zero, sp.oo)))
    law = Law("Q", (), Domain(), "f")
    statement, noise = sentence(FALSE, definitions=(flat, law)), sp.Function("Q")()
    proof = Proof(Domain(), statement)
    whole = proof.shows(
        Integral(one, x, zero, one, one), by="integral", because="", antiderivative=x
    )
    rest = proof.shows(
        Integral(zero, x, one, sp.oo, zero), by="integral", because="", antiderivative=zero * x
    )
    ends = ((zero, one), (one, sp.oo))
    ranges = [Domain((Variable(x, *pair, "[)", hollow=True),)) for pair in ends]
    signs = [
        proof.shows(that(0) <= value, on=on, by="sign", because="")
        for value, on in zip((one, zero), ranges, strict=True)
    ]
    exists = proof.shows(
        Proper(noise), by="existence", because="", uses=(signs[0], whole, signs[1], rest)
    )
    right, left = interval(0, 1), Mirror(interval(0, 1))
    mass = proof.shows(
        that(Mass(noise, right)) == 1, by="density", because="", uses=(exists, whole), piece=0
    )
    even = proof.shows(Even(noise), by="evenness", because="", uses=(exists,))
    same = proof.shows(
        that(Mass(noise, left)) == Mass(noise, right), by="mirror", because="", uses=(even,),
        set=right,
    )  # fmt: skip
    most = proof.shows(
        that(Mass(noise, right) + Mass(noise, left)) <= 1, by="measure", because="",
        uses=(exists,),
    )  # fmt: skip
    proof.concludes(
        FALSE, by="entailment", because="", uses=(mass, same, most),
        facts=[(mass, {}, 2), (same, {}, 1), (most, {}, 1)],
    )  # fmt: skip
    return statement, proof


def test_noise_has_mass_one(monkeypatch):
    statement, proof = noise_of_mass_two()
    decision, reason = decided(statement, proof)
    assert (decision, "total mass" in reason) == ("open", True)
    monkeypatch.setattr(existence, "_probability", lambda *_: "")
    assert decided(statement, proof)[0] == "holds"


# -- rules that are false -------------------------------------------------------------------------


def with_rule(monkeypatch, name, **changes):
    """The table with one rule changed."""
    changed = {**table.rules(), name: replace(table.rules()[name], **changes)}
    for room in (table, rule, scoping):
        monkeypatch.setattr(room, "rules", lambda: changed)


def test_the_tails_of_a_layer_cake_are_those_of_the_noise(monkeypatch):
    """Once the two tails were any functions; E|X| is then at least anything."""
    noise = Given("X", "noise")
    goal = Goal(Expected(noise(), x, x, ">=", sp.Integer(1000)), Domain())
    statement = sentence(goal, given=(noise,))

    def attempt():
        proof = Proof(Domain(), statement)
        inside = Domain((between(x, 0, 1),))
        claim = table.instance("layer cake", LAYERS, Domain()).premises[0].proposition
        first = proof.shows(claim, on=inside, by="sign", because="")
        proof.applies("layer cake", uses=(first,), because="", **LAYERS)
        return proof

    assert decided(statement, attempt())[0] == "open"
    forgetful = (
        {
            "domain": table.rules()["layer cake"].premises[0]["domain"],
            "claim": {
                "kind": "relation", "op": "<=", "lhs": ["letter", "bound"],
                "rhs": ["letter", "bound"],
            },
        },
    )  # fmt: skip
    with_rule(monkeypatch, "layer cake", premises=forgetful)
    assert decided(statement, attempt())[0] == "holds"


LAYERS = {"noise": sp.Function("X")(), "bound": sp.Integer(1000), "width": one}


def test_privacy_is_about_every_set(monkeypatch):
    """With a given set in the place of every set, one set would make noise private."""
    noise, one_set = Given("X", "noise"), Given("S", "set")
    d = sp.Symbol("d", real=True)
    on = Domain((between(d, -1, 1, "[]"),))
    said = Goal(that(Mass(noise(), one_set())) <= Mass(noise(), Moved(one_set(), d)), on)
    goal = Goal(Private(noise(), zero, zero, one), Domain())
    far = ({"X": two_points(one, at=(9, 10))},)
    statement = sentence(goal, given=(noise, one_set), hypotheses=(said,), examples=far)
    proof = Proof(Domain(), statement)
    first = proof.assumes(said, because="")
    proof.applies(
        "privacy, by sets", uses=(first,), because="", noise=noise(), epsilon=0, delta=0,
        sensitivity=1,
    )  # fmt: skip
    assert "every set S" in decided(statement, proof)[1]
    monkeypatch.setattr(rule, "_captured", lambda *_: "")
    assert decided(statement, proof)[0] == "holds"


def test_rules_about_noise_want_it_to_exist(monkeypatch):
    flat = Pieces("f", x, (), Domain(), (Piece(one, one), Piece(zero, sp.oo)))
    law = Law("Q", (), Domain(), "f")
    goal = Goal(that(Mass(law(), interval(-sp.oo, sp.oo))) == 1, Domain())
    statement, proof = sentence(goal, definitions=(flat, law)), Proof(Domain())
    proof.concludes(goal, by="measure", because="")
    assert "exists" in decided(statement, proof)[1]
    monkeypatch.setattr(measure, "all_exist", lambda *_: "")
    assert decided(statement, proof)[0] == "holds"


# -- arithmetic -----------------------------------------------------------------------------------


def test_a_consequence_is_about_numbers():
    hidden = 1 / (x + sp.Rational(3, 2))
    goal = Goal(that(hidden) < hidden + 1, Domain((between(x, -2, -1),)))
    proof = Proof(goal.domain)
    proof.concludes(goal, by="entailment", because="", facts=())
    assert "vanish" in decided(sentence(goal), proof)[1]


def test_an_exponent_that_cancels_is_no_obstacle():
    goal = Goal(that(0) < sp.exp((b + 1) / b), Domain((positive(b),)))
    proof = Proof(goal.domain)
    proof.concludes(goal, by="sign", because="")
    assert decided(sentence(goal), proof)[0] == "holds"


# -- released sentences ---------------------------------------------------------------------------


def test_theorem_3_is_not_shown_by_a_level_that_nobody_asked_for():
    """t := the supremum of 1 alone, and the staircase's tail := anything."""
    claim = find("staircase.thm3")
    proof = Proof(claim.statement.parameters, claim.statement)
    number = proof.shows(that(0) < 1, by="sign", because="")
    found = proof.obtains("reciprocal", "t", uses=(number,), because="", value=one)
    proof.knows(found, 1, because="")
    for goal in claim.statement.goals:
        proof.concludes(goal, by="witness", because="", values={"gamma": one})
    findings = check_steps(claim.statement, proof.done())
    shown = [f for s, f in zip(proof.done().steps, findings, strict=True) if s.method == "witness"]
    assert not any(finding.established for finding in shown)


def test_a_definition_is_not_shown_by_zero_being_zero():
    for name in ("staircase.eq25", "additive.Palpha", "trunclap.def3"):
        claim = find(name)
        proof = Proof(Domain())
        proof.shows(that(0) == 0, by="identity", because="")
        findings = check_steps(claim.statement, proof.done())
        assert decide(claim.statement, proof.done(), findings)[0] == "open"


# -- parameters that move, once more --------------------------------------------------------------


def test_the_index_of_multiples_is_no_parameter():
    count, given = sp.Symbol("n", integer=True), Given("F", "function", 1)
    on = Domain((index(count, 0),))
    one = Goal(that(given(x)) <= 1, on & Variable(x, count * 1, count + 1, "[)"))
    two = Goal(that(given(count + 1)) == 2, on)
    wrong = Goal(that(1) <= 0, on)
    statement = sentence(
        wrong, parameters=on, given=(given,), hypotheses=(one, two), examples=({},)
    )
    proof = Proof(on, statement)
    first, second = (proof.assumes(goal, because="") for goal in (one, two))
    everywhere = proof.shows(
        one.proposition, on=Domain((Variable(x, zero, sp.oo, "[)"),)), by="multiples",
        because="", uses=(first,), variable=x, width=1, index=count,
    )  # fmt: skip
    proof.concludes(
        wrong, by="entailment", because="", uses=(everywhere, second),
        facts=[(everywhere, {x: count + 1}, 1), (second, {}, 1)],
    )  # fmt: skip
    assert "n is a parameter" in decided(statement, proof)[1]


def test_what_is_known_of_noise_at_a_parameter_is_not_known_elsewhere():
    from dpproofs.checkers.entailment import Premises

    noise, on = sp.Function("Q"), Domain((between(b, 0, 1),))
    known = Premises(on, ())
    assert matching.fits(noise(b / 2), noise(b), on, known)
    assert not matching.fits(noise(b / 2), noise(b), on, known, fixed=("b",))
    assert matching.fits(noise(b), noise(b), on, known, fixed=("b",))


# -- names and counterexamples --------------------------------------------------------------------


def test_nothing_is_called_like_a_known_function():
    with pytest.raises(BadInput, match="mean nothing yet"):
        sentence(FALSE, given=(Given("exp", "function", 1),))


def test_a_hypothesis_is_about_what_is_given():
    on = Domain((between(b, 0, 1),))
    with pytest.raises(BadInput, match="no given object"):
        sentence(
            Goal(that(b) < sp.Rational(2, 3), on), parameters=on, examples=({},),
            hypotheses=(Goal(that(b) < sp.Rational(1, 2), on),),
        )  # fmt: skip


def test_a_counterexample_lies_among_the_parameters():
    goal = Goal(that(b) < 1, Domain((between(b, 0, 3),)))
    statement = sentence(goal, parameters=Domain((between(b, 0, 1),)))
    proof = Proof(goal.domain, statement)
    proof.fails(goal, {b: 2}, because="")
    assert "parameters" in decided(statement, proof)[1]


# -- values put in, and the point 0 ---------------------------------------------------------------


def test_values_are_not_put_into_what_has_variables_of_its_own():
    half, inside = sp.Rational(1, 2), Domain((between(b, 0, 1),))
    stays = Goal(Derivative(zero, b, one), inside)
    statement = sentence(stays)
    proof = Proof(inside, statement)
    slope = proof.shows(Derivative(b - half, b, one), on=inside, by="derivative", because="")
    proof.concludes(stays, by="instance", because="", uses=(slope,), at={b: half})
    assert "relation or to say something of noise" in decided(statement, proof)[1]


def test_a_counterexample_is_not_carried_elsewhere():
    half = sp.Rational(1, 2)
    wide, low = (Domain((between(b, 0, end),)) for end in (3, 1))
    fails = Fails(that(b) < 1, ((b, sp.Integer(2)),))
    statement = sentence(Goal(that(b) < 1, low))
    proof = Proof(Domain(), statement)
    there = proof.shows(fails, on=wide, by="counterexample", because="")
    proof.concludes(Goal(fails, low), by="instance", because="", uses=(there,), at={b: half})
    assert "relation or to say something of noise" in decided(statement, proof)[1]


def test_the_first_piece_of_noise_on_the_integers_holds_zero():
    pieces = Pieces("p", x, (), Domain(), (Piece(sp.Integer(5), zero), Piece(one, sp.oo)))
    noise = Law("Q", (), Domain(), "p", on="integers")
    totals = Totals(noise, pieces, Domain(), iter(()))
    with pytest.raises(Undecided, match="not shown to hold 0"):
        totals.at_origin(one)
    held = replace(pieces, pieces=(Piece(sp.Integer(5), one), Piece(one, sp.oo)))
    assert replace(totals, density=held).at_origin(one) == -5


# -- a range that depends on any set --------------------------------------------------------------


def range_of_a_set():
    """Of x <= P(S) + 1 for all x up to P(S) + 1, other sets are put in on the right only."""
    given, any_set = Given("X", "noise"), sp.Function("S")()
    noise, nothing, line = given(), interval(5, 5), interval(-sp.oo, sp.oo)
    of = Mass(noise, any_set)
    on = Domain((Variable(x, of - 1, of + 1, "[]"),))
    statement, proof = sentence(FALSE, given=(given,)), Proof(Domain())
    bound = proof.shows(that(x) <= of + 1, on=on, by="sign", because="")
    none = proof.shows(
        that(x) <= Mass(noise, nothing) + 1, on=on, by="instance", because="", uses=(bound,),
        at={}, sets={"S": nothing},
    )  # fmt: skip
    empty = proof.shows(that(Mass(noise, nothing)) == 0, by="measure", because="")
    least = proof.shows(
        that(of) <= 0, by="entailment", because="", uses=(none, empty),
        facts=[(none, {x: of + 1}, 1), (empty, {}, -1)],
    )  # fmt: skip
    whole = proof.shows(
        that(Mass(noise, line)) <= 0, by="instance", because="", uses=(least,), at={},
        sets={"S": line},
    )  # fmt: skip
    full = proof.shows(that(Mass(noise, line)) == 1, by="measure", because="")
    proof.concludes(
        FALSE, by="entailment", because="", uses=(whole, full),
        facts=[(whole, {}, 1), (full, {}, 1)],
    )  # fmt: skip
    return statement, proof, on


def test_no_range_depends_on_any_set(monkeypatch):
    statement, proof, _ = range_of_a_set()
    decision, reason = decided(statement, proof)
    assert (decision, "depends on the set S" in reason) == ("open", True)
    monkeypatch.setattr(scoping, "floating", lambda *_: "")
    assert decided(statement, proof)[0] == "holds"


def test_a_step_that_nothing_uses_is_not_claimed_of_such_a_range():
    _, _, on = range_of_a_set()
    statement, proof = (
        sentence(Goal(that(0) < 1, Domain()), given=(Given("X", "noise"),)),
        Proof(on),
    )
    proof.shows(that(x) <= on.variables[0].upper, by="sign", because="")
    proof.concludes(statement.printed[0], by="sign", because="")
    decision, reason = decided(statement, proof)
    assert (decision, "depends on the set S" in reason) == ("open", True)


def test_no_range_of_a_sentence_depends_on_any_set():
    _, _, on = range_of_a_set()
    given, bound = Given("X", "noise"), on.variables[0].upper
    said = Goal(that(x) <= bound, on)
    with pytest.raises(BadInput, match="depends on the set S"):
        sentence(said, given=(given,))
    with pytest.raises(BadInput, match="depends on the set S"):
        sentence(FALSE, given=(given,), hypotheses=(said,), examples=({},))
    with pytest.raises(BadInput, match="depend on the set S"):
        sentence(FALSE, given=(given,), definitions=(Value("v", (x,), on, x),))
    with pytest.raises(BadInput, match="speak of no object"):
        sentence(FALSE, given=(given,), parameters=on)


# -- a range that is empty ------------------------------------------------------------------------


def turned_around():
    """On (0, -1), which is empty, everything holds: so x lies between -5 and -5 near 0."""
    nowhere, five = between(x, 0, -1), sp.Integer(5)
    hollow, empty = (Domain((replace(nowhere, hollow=it),)) for it in (True, False))
    wrong = Goal(Limit(x, x, zero, "+", -five), Domain())
    statement, proof, y = sentence(wrong), Proof(Domain()), -1 - x
    curve = proof.shows(that(0) < sp.expand(y**2 + 4 * y + 1), on=hollow, by="sign", because="")
    above = proof.shows(that(-one / 2) < x, on=hollow, by="sign", because="")
    low = proof.shows(that(-five) <= x, on=hollow, by="sign", because="")
    high = proof.shows(
        that(x) <= -five, on=hollow, by="entailment", because="", uses=(curve, above),
        facts=[(curve, {}, sp.Integer(8)), (above, {}, 8 * y + 28)],
    )  # fmt: skip
    bounds = [
        proof.shows(proof.goal(name).proposition, on=empty, by="cases", because="", uses=(name,))
        for name in (low, high)
    ]
    proof.concludes(wrong, by="squeeze", because="", uses=bounds)
    return statement, proof


def test_nothing_is_said_of_a_range_that_is_empty(monkeypatch):
    statement, proof = turned_around()
    decision, reason = decided(statement, proof)
    assert (decision, "not shown to be in order" in reason) == ("open", True)
    monkeypatch.setattr(checkers, "_somewhere", lambda found, _: found)
    assert decided(statement, proof)[0] == "holds"
