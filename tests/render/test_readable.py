"""Proofs on paper: what a referee stumbles over is in none of them."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
import sympy as sp

from dpproofs.kernel.assertions import Define, Even, Private, Proper
from dpproofs.kernel.derivation import Step
from dpproofs.kernel.domain import Domain, between, index, positive
from dpproofs.kernel.erratum import apart
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Piece, Pieces
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import Derivative, Fails, Integral, Limit, Program, Sum, that
from dpproofs.kernel.terms import Mass, Mirror, interval
from dpproofs.render import formula
from dpproofs.render.definitions import definition
from dpproofs.render.notation import expression
from dpproofs.render.proofs import evidence
from dpproofs.render.proofs.cases import assumed
from dpproofs.render.proofs.choice import chosen
from dpproofs.render.proofs.equalities import joined
from dpproofs.render.proofs.evidence import shown
from dpproofs.render.proofs.form import ClaimStatus, Display, Equation, Part, Passage, Reference
from dpproofs.render.proofs.limits import told as told_limit
from dpproofs.render.proofs.ranges import Ranges
from dpproofs.render.proofs.reading import Reading
from dpproofs.render.proofs.statements import failed
from dpproofs.render.proofs.sums import telescoper
from dpproofs.render.proofs.tex import plain as latex_of
from dpproofs.render.proofs.words import is_elliptic, lead, of_the_paper, plain
from dpproofs.render.proofs.writer import written
from dpproofs.render.prose import Stretch, stretches
from dpproofs.theorems.registry import find

RELATION = re.compile(r" (?:=|\\le|<|\\ge|>) ")
NOWHERE = re.compile(r"\\(?:int|sum)_\{([^{}]+)\}\^\{\1\}(?!\w)")
GLUED = re.compile(r"\bwe have (?:not|nor|neither|they|it|is|are|has|have|and|in|by|of|from) ")
MASS = re.compile(r"P(?:\\left)?\([^()]*\)")
ONE_NUMBER = re.compile(r"^([^ ]+) \\le [^ ]+ \\le \1$")
#: Claims whose reasons are clauses with a verb.
READ_MOST = ("staircase.thm", "additive.", "trunclap.thm", "poster.", "optimum.", "cactus.eq")
SAID = Define | Even | Private | Proper  # what stands in a sentence, and not in a display
NO_REFERENT = re.compile(r"before them|the next inequality|by Property \d")

HOLDS = ClaimStatus("holds")

x, b, t = sp.symbols("x b t", positive=True)
n = sp.Symbol("n", integer=True, nonnegative=True)
ON = Domain((between(b, 0, 1), positive(x)))


def told(words):
    return "".join("(1)" if isinstance(w, Reference) else w.text for w in words)


def in_proof(found):
    return [passage for part in found.parts for passage in part.passages]


def void(found):
    """Displays that say nothing: two sides alike, or a sum or an integral over one place."""
    for passage in in_proof(found):
        for equation in getattr(passage.display, "equations", ()):
            sides = [equation.left, *(side for _, side in equation.links)]
            sides = sides if len(sides) > 1 else RELATION.split(equation.left)
            if any(a == b for a, b in pairwise(sides)) or any(map(NOWHERE.search, sides)):
                yield sides


def begun_with_a_number(found):
    """Chains that begin with a number in place of what it is compared with: 0 = x - y >= 0."""
    for passage in in_proof(found):
        for equation in getattr(passage.display, "equations", ()):
            first, *more = [op for op, _ in equation.links] or [""]
            if first == "=" and more and equation.left.isdecimal():
                yield equation


def halved(found):
    """Equalities that are printed as inequalities: there and back, or a mass that is at most 0; and
    ranges with one number in them. Nothing says that two expected costs are equal.
    """
    seen = set()
    for passage in found.passages:
        for equation in getattr(passage.display, "equations", ()):
            whole = " ".join((equation.left, *(f"{op} {side}" for op, side in equation.links)))
            sides = whole.split(r" \le ")
            if len(sides) == 2 and "mathbb{E}" not in whole and passage.display.key != "printed":
                seen.add((*sides, equation.where))
                is_null = MASS.fullmatch(sides[0]) and sides[1] == "0"
                if is_null or (*sides[::-1], equation.where) in seen:
                    yield whole
            yield from filter(ONE_NUMBER.search, equation.where)


def unreadable(found):
    """Sentences that are none, that refer to nothing, or that give no reason."""
    for passage in in_proof(found):
        text = told((*passage.words, *passage.after))
        bare = passage.display is not None and told(passage.words) == "We have:"
        if bare or GLUED.search(text) or NO_REFERENT.search(text):
            yield text


def captions(found):
    """Reasons that are no clause and stand in brackets, in proofs that are read most."""
    if found.id.startswith(READ_MOST):
        for passage in in_proof(found):
            text = told(passage.words)
            if re.search(r"\b[Ww]e have \(", text):
                yield text


def doubled(found):
    """Headings that the sentence below repeats, and values that a counterexample gives twice."""
    for part in found.parts:
        title, first = told(part.title), told(part.passages[0].words)
        if title and first.startswith(title):
            yield title
    names = re.findall(r"([\\\w]+) *= ", "".join(told(p.words) for p in found.failed[1:]))
    yield from {name for name in names if names.count(name) > 1}


#: A letter e that has no exponent, and is in no word or name.
LONE_E = re.compile(r"(?<![A-Za-z\\])e(?![A-Za-z^])")
NAMES = re.compile(r"\\(?:text|mathrm|operatorname|begin|end)\*?\{[^{}]*\}")


def constants(found):
    """Formulas with a letter e that is no base of a power: a reader takes it for Euler's number."""
    for passage in found.passages:
        told_here = [part.text for part in (*passage.words, *passage.after) if is_math(part)]
        for equation in getattr(passage.display, "equations", ()):
            told_here += [equation.left, *equation.where, *(side for _, side in equation.links)]
        yield from (text for text in told_here if LONE_E.search(NAMES.sub("", text)))


def is_math(part):
    return isinstance(part, Stretch) and part.math


def speaks_of_euler(claim):
    """Whether e itself is a number of a claim, with no exponent."""
    seen = []
    for step in claim.derivation.steps:
        step.goal.proposition.map(lambda value: seen.append(value) or value)
    return any(value.has(sp.E) for value in seen)


@pytest.mark.no_cover
def test_no_letter_of_a_proof_is_euler_s_number(registered_pages):
    wrong = {page.id: got for page in registered_pages if (got := list(constants(page.written)))}
    assert [name for name in wrong if not speaks_of_euler(find(name))] == []


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "fault", [void, begun_with_a_number, halved, unreadable, captions, doubled]
)
def test_no_proof_has_the_fault(registered_pages, fault):
    wrong = {page.id: got for page in registered_pages if (got := list(fault(page.written)))}
    assert wrong == {}


def unconcluded(statement, derivation, found):
    """Conclusions that the proof neither displays nor says to have left out."""
    statement, derivation = joined(statement, derivation)
    goals = {*statement.printed, *statement.corrected}
    steps = {step.name: step.goal for step in derivation.steps if step.goal in goals}
    passages = in_proof(found)
    shown = {steps.get(getattr(passage.display, "key", "")) for passage in passages}
    left = [goal for goal in set(steps.values()) - shown if not isinstance(goal.proposition, SAID)]
    said = told(passages[-1].words) if passages else ""
    count = re.search(r"other (?:(\d+) )?relations? ", said)
    return len(left) > (int(count[1] or 1) if count else 0)


@pytest.mark.no_cover
def test_no_proof_ends_before_its_claim(registered_pages):
    wrong = []
    for page in registered_pages:
        claim = find(page.id)
        if page.written.parts and unconcluded(claim.statement, claim.derivation, page.written):
            wrong.append(page.id)
    assert wrong == []


def test_a_conclusion_that_is_not_displayed_is_noticed():
    claim = find("vector.turns.signs")
    found = written(claim.statement, claim.derivation, HOLDS)
    *parts, last = found.parts
    cut = replace(found, parts=(*parts, replace(last, passages=last.passages[:-1])))
    assert not unconcluded(claim.statement, claim.derivation, found)
    assert unconcluded(claim.statement, claim.derivation, cut)


def test_what_is_cited_tells_its_ranges_anew():
    claim = find("trunclap.unif")
    displays = {
        p.display.key: p.display
        for p in in_proof(written(claim.statement, claim.derivation, HOLDS))
        if isinstance(p.display, Display)
    }
    where = {key: display.equations[-1].where for key, display in displays.items()}
    assert where["8"] == (r"\epsilon > 0",)  # the display before it has this range too
    assert any(not displays[key].numbered and not where[key] for key in where)


def test_objects_of_one_kind_are_told_together():
    claim = find("vector.turns.signs")
    first, *_ = written(claim.statement, claim.derivation, HOLDS).statement
    assert told(first.words).endswith("and let D, N and g be functions of one real variable.")


def test_a_function_of_one_piece_has_no_cases():
    x = sp.Symbol("x", real=True)
    density = Pieces("f", x, (), Domain(()), (Piece(sp.exp(-(x**2)), sp.oo),))
    assert definition(density) == "f(x) := e^{- x^{2}}"
    one_sided = Pieces("f", x, (), Domain(()), (Piece(sp.exp(-x), sp.oo),))
    assert definition(one_sided) == r"f(x) := e^{- \left|x\right|}"


def test_no_letter_hides_an_argument_of_a_definition():
    value, constant = sp.exp(-x * b) + b, sp.exp(-b) + 1
    saved = ((sp.Symbol("V"), value), (sp.Symbol("W"), constant))
    pieces = (Piece(value * constant, sp.oo),)
    read = Reading({}, saved=saved).definition(Pieces("f", x, (), Domain(()), pieces))
    assert read.pieces[0].value == value * sp.Symbol("W")


@pytest.mark.parametrize(
    ("value", "latex"),
    [
        (x / sp.sqrt(2 * sp.pi), r"\frac{x}{\sqrt{2 \pi}}"),
        (-sp.sqrt(3) * x / sp.sqrt(8 * sp.pi), r"- \frac{\sqrt{3} x}{2 \sqrt{2 \pi}}"),
        (sp.sqrt(2) * x / sp.sqrt(sp.pi), r"\frac{\sqrt{2} x}{\sqrt{\pi}}"),
        (1 / sp.sqrt(2 * sp.pi), r"\frac{1}{\sqrt{2 \pi}}"),
        (sp.sqrt(sp.pi) * x / 2, r"\frac{\sqrt{\pi} x}{2}"),
    ],
)
def test_roots_below_the_bar_are_one(value, latex):
    assert expression(value) == latex


@pytest.mark.no_cover
def test_what_is_shown_in_a_case_stands_behind_its_assumption(registered_pages):
    for page in registered_pages:
        hollow = {s.name for s in find(page.id).derivation.steps if assumed(s)}
        opened = False
        for passage in in_proof(page.written):
            opened |= told(passage.words).startswith("Case: ")
            assert opened or getattr(passage.display, "key", "") not in hollow, page.id


# -- planted faults --------------------------------------------------------------------------------


def paper(right, *passages, title="", failed=()):
    found = written(right().statement, right().derivation, HOLDS)
    return replace(found, parts=(Part(plain(title), passages),), failed=failed)


def displayed(left, *links, words="It follows that"):
    return Passage((Stretch(words),), Display((Equation(left, links),)))


def test_a_void_display_is_noticed(right):
    assert list(void(paper(right, displayed("b^{k} k", ("=", "b^{k} k")))))
    assert list(void(paper(right, displayed(r"0 \le 0"))))
    assert list(void(paper(right, displayed(r"\int_{0}^{0} x \, dx", ("=", "0")))))
    assert not list(void(paper(right, displayed(r"\int_{0}^{1} x \, dx", ("=", "0")))))


def test_a_chain_that_begins_with_a_number_is_noticed(right):
    wrong = displayed("0", ("=", "x - y"), (r"\ge", "0"))
    assert list(begun_with_a_number(paper(right, wrong)))
    assert not list(begun_with_a_number(paper(right, displayed("0", ("<", "x"), ("<", "1")))))


def test_an_equality_in_two_halves_is_noticed(right):
    there, back = displayed("a", (r"\le", "c")), displayed("c", (r"\le", "a"))
    assert list(halved(paper(right, there, back)))
    assert not list(halved(paper(right, there, displayed("c", ("=", "a")))))
    assert list(halved(paper(right, displayed("P(X = t)", (r"\le", "0")))))
    assert list(halved(paper(right, displayed(r"P(X = t) \le 0"))))
    nowhere = Equation("a", (("=", "c"),), where=(r"0 \le x \le 0",))
    assert list(halved(paper(right, Passage((), Display((nowhere,))))))


@pytest.mark.parametrize(
    "words",
    ["We have:", "By (1), we have they pass s at some step", "How the next inequality grows"],
)
def test_a_sentence_that_is_none_is_noticed(right, words):
    assert list(unreadable(paper(right, displayed("a", ("=", "c"), words=words))))


def test_a_caption_is_noticed(right):
    caption = displayed("a", ("=", "c"), words="By (1), we have (one more piece)")
    clause = displayed("a", ("=", "c"), words="By (1), one more piece adds its mass")
    found = paper(right, caption)
    assert found.id.startswith(READ_MOST)
    assert list(captions(found))
    assert not list(captions(paper(right, clause)))


def test_a_parameter_that_looks_like_euler_s_number_is_noticed(right):
    assert list(constants(paper(right, displayed("e x", ("=", "c")))))
    assert list(constants(paper(right, displayed("x^{e}", ("=", "c")))))
    harmless = displayed(r"e^{x} \beta", ("=", r"\operatorname{erf}(x) \text{ is even}"))
    assert not list(constants(paper(right, harmless)))


def test_a_parameter_e_is_another_letter_on_paper():
    assert expression(sp.Symbol("e") * sp.exp(x)) == r"\eta e^{x}"
    assert expression(sp.Function("e")(x)) == r"\eta(x)"
    (told_here,) = (p.text for p in stretches("u^(e+1) < 1") if p.math)
    assert told_here.startswith(r"u^{\eta")
    assert r"e^{- x}" in "".join(p.text for p in stretches("it is $e^{- x}$, and e^{- x} too"))


def test_what_is_said_twice_is_noticed(right):
    assert list(doubled(paper(right, displayed("a", words="All periods"), title="All periods")))
    twice = (Passage(()), Passage(plain("Counterexample: delta = 1/2: delta = 1/2: it fails.")))
    assert list(doubled(paper(right, displayed("a", ("=", "c")), failed=twice))) == [r"\delta"]


# -- what the writer does about them ---------------------------------------------------------------


def proved(right, build, known=HOLDS):
    """The sentences and formulas of a proof of some steps."""
    proof = Proof(ON)
    build(proof)
    found = written(right().statement, proof.done(), known)
    texts = []
    for passage in in_proof(found):
        texts.append(told((*passage.words, *passage.after)))
        texts += [
            " ".join((equation.left, *(" ".join(link) for link in equation.links)))
            for equation in getattr(passage.display, "equations", ())
        ]
    return texts


def test_what_says_nothing_is_not_displayed(right):
    def build(proof):
        proof.key(proof.shows(that(b * x) <= b * x, by="sign", because="it is equal"))
        nothing = Integral(t, t, sp.S.Zero, sp.S.Zero, sp.S.Zero)
        proof.key(proof.shows(nothing, by="integral", because="an empty piece"))
        proof.shows(that(b) < 1, by="sign", because="b is below 1")

    assert proved(right, build) == ["b is below 1:", "b < 1"]


@pytest.mark.parametrize(
    ("claim", "shown"),
    [
        (that(x * (b - 1)) < 0, r"x \left(b - 1\right) < 0"),
        (that(b * x - x) <= 0, r"b x - x = - x \left(1 - b\right) \le 0"),
        (that(b - x * b - 1 - x) < 0, r"b - b x - x - 1 = - (b x - b + x + 1) < 0"),
        (that(0) < x - b * x, r"x - b x = x \left(1 - b\right) > 0"),
    ],
)
def test_a_sign_is_told_of_what_has_it(right, claim, shown):
    found = proved(right, lambda proof: proof.shows(claim, on=ON, by="sign", because=""))
    assert found[1:] == [shown]


def test_a_case_opens_with_its_assumption_and_ends(right):
    where = ON & between(t, x, b, hollow=True)

    def build(proof):
        proof.key(proof.shows(that(x * b) < b, on=where, by="sign", because="x is below b"))
        proof.key(proof.shows(that(b) < 1, by="sign", because="b is below 1"))

    first, second, third, *_ = proved(right, build)
    assert first.startswith("Case: x < b")
    assert "b x" in third or "x b" in third, second
    assert any("does not assume it" in text for text in proved(right, build))


def test_a_power_sum_telescopes(right):
    claim = Sum(b**n * n**2, n, sp.S.Zero, sp.oo, b * (1 + b) / (1 - b) ** 3)
    quotient = telescoper(claim, b)
    assert sp.simplify(b * quotient.subs(n, n + 1) - quotient - n**2) == 0
    assert telescoper(replace(claim, term=b**n * (n + 1)), b) is None
    texts = proved(right, lambda proof: proof.shows(claim, by="sum", ratio=b, because=""))
    assert texts[0] == "The sum telescopes:"


def test_what_is_said_in_other_letters_only_is_told_once(right):
    def integral(letter, power):
        value = b ** (power + 1) / (power + 1)
        return Integral(letter**power, letter, sp.S.Zero, b, value)

    def build(proof):
        for letter, power in ((x, t), (x, n), (x, sp.Integer(1))):
            where = Domain((between(b, 0, 1), *((positive(t),) if power == t else ())))
            where = where & index(n, 0) if power == n else where
            proof.shows(integral(letter, power), on=where, by="integral", because=f"for {power}")

    texts = " ".join(proved(right, build))
    assert texts.count(r"\int") == 2
    assert "x^{t}" in texts
    assert "x^{n}" not in texts


def test_sums_of_powers_are_told_once(right):
    def build(proof):
        for factor in (1, 2):
            claim = Sum(factor * b**n * (n + 1), n, sp.S.Zero, sp.oo, factor / (1 - b) ** 2)
            proof.key(proof.shows(claim, by="sum", ratio=b, because=f"for {factor}"))

    texts = proved(right, build)
    assert texts.count(r"\sum_{n = 0}^{\infty} b^{n} n = \frac{b}{\left(1 - b\right)^{2}}") == 1
    assert texts.count(r"\sum_{n = 0}^{\infty} b^{n} = \frac{1}{1 - b}") == 1


@pytest.mark.parametrize(
    ("small", "large", "by", "shown"),
    [
        (sp.S.Zero, sp.log(1 + t), "increasing",
         [r"\frac{d}{d t} \log{\left(t + 1 \right)} = \frac{1}{t + 1} > 0",
          "At t = 0 the sides are equal."]),
        (sp.S.Zero, 1 + t, "increasing",
         [r"\frac{d}{d t} (t + 1) = 1 > 0",
          "At t = 0 the difference of the sides is not negative."]),
        (sp.S.Zero, 1 / t, "decreasing",
         [r"\frac{d}{d t} \frac{1}{t} = - \frac{1}{t^{2}} < 0",
          r"For t \to \infty the difference does not become negative."]),
    ],
)  # fmt: skip
def test_a_monotone_difference_says_where_it_begins(right, small, large, by, shown):
    on = Domain((positive(t),))

    def build(proof):
        slope = sp.diff(large - small, t)
        rate = proof.shows(Derivative(large - small, t, slope), on=on, by="derivative",
            because="the derivative")  # fmt: skip
        word = that(0) < slope if by == "increasing" else that(slope) < 0
        sign = proof.shows(word, on=on, by="sign", because="its sign")
        proof.shows(that(small) < large, on=on, by=by, uses=(rate, sign), because="it is above")

    words, moves, claim = proved(right, build)
    assert [moves, words.rpartition(":")[2].strip()] == shown
    assert claim.split(" < ")[0] == "0"


def test_a_sum_of_relations_says_its_summands(right):
    def build(proof):
        one = proof.shows(that(b) < 1, by="sign", because="b is below 1")
        two = proof.shows(that(0) < x, by="sign", because="x is positive")
        proof.key(one, two, proof.follows(that(b) < 1 + 2 * x, one, (two, 2), because="both"))

    assert any("We have added (1) and 2 times (1)." in text for text in proved(right, build))


def test_an_equation_that_is_added_to_an_inequality_is_added_as_it_stands(right):
    """Evidence takes its right side from its left one, and that of an inequality the other way."""

    def build(proof):
        two = proof.shows(that(0) < x, by="sign", because="x is positive")
        one = proof.shows(that((x + 1) ** 2) == x**2 + 2 * x + 1, by="identity", because="squares")
        proof.key(one, two, proof.follows(that(x**2) < (x + 1) ** 2, one, (two, 2), because="both"))

    said = "We have added -1 times (1) and 2 times (1). What is left over, 1, is positive."
    assert any(said in text for text in proved(right, build))


@pytest.mark.parametrize(
    ("expression", "point", "value", "rate", "said"),
    [
        ((3 * t - t**2) / (2 * t + t**3), 0, sp.Rational(3, 2), None,
         r"For $t \to 0$ the numerator tends to $3$ and the denominator to $2$."),
        ((t + x) / (1 + 2 * t), sp.oo, sp.S.Half, None,
         r"In $y = \frac{1}{t}$ the numerator tends to $1$ and the denominator to $2$."),
        (1 / (x + t), sp.oo, 0, None,
         r"In $y = \frac{1}{t}$, the lowest terms of numerator and denominator are $y$ and $1$."),
        (sp.exp(-2 * t), sp.oo, 0, 2,
         "In $y = e^{- 2 t}$, the lowest terms of numerator and denominator are $y$ and $1$."),
        ((1 - t**2) / (1 - t), 1, 2, None,
         "After cancellation this is continuous at $t = 1$, where it has this value."),
        (sp.exp(1 / t), sp.oo, 1, None,
         r"In $y = \frac{1}{t}$ this is continuous at $y = 0$, where it has this value."),
        (x + t, 0, x, None, ""),
        ((1 - x + t) / (1 + 2 * t), 0, 1 - x, None,
         r"For $t \to 0$ the numerator tends to $1 - x$ and the denominator to $1$."),
        (x - 2 * sp.exp(-t), sp.oo, x, 1, "Here $e^{- t}$ tends to $0$."),
        (t / (1 + t), 0, 1, None,
         "After cancellation this is continuous at $t = 0$, where it has this value."),
        (x + 1 / (1 + sp.exp(t)), 0, x + sp.Rational(1, 2), None,
         "This is continuous at $t = 0$."),
    ],
)  # fmt: skip
def test_a_limit_says_which_terms_decide(expression, point, value, rate, said):
    """The last value is planted: it is not that of the lowest terms, which are not told then."""
    side = "-" if point else "+"
    assert told_limit(Limit(expression, t, sp.S(point), side, sp.S(value)), rate) == said


def test_an_enclosure_says_over_which_region(right):
    where = Domain((between(t, 1, 2),))
    claim = that(sp.exp(-t)) < 1

    def build(proof):
        proof.key(proof.shows(claim, on=where, by="region", because="it falls"))

    text = "It falls, by ball arithmetic for 1 < t < 2, cut into boxes:"
    assert proved(right, build)[0] == text
    how = "enclosed on one box, with the sides at least 0.63 apart"
    told_so = proved(right, build, replace(HOLDS, enclosed={"1": how}))[0]
    assert told_so == f"It falls, by ball arithmetic for 1 < t < 2 ({how}):"


def test_the_deciding_step_says_what_is_put_into_its_rules():
    """Also into a rule whose step is not displayed."""
    page = written(find("staircase.thm12").statement, find("staircase.thm12").derivation, HOLDS)
    after = " ".join(told(passage.after) for passage in page.passages)
    used = r"We use it with A = P\(n\), B = P\(n \+ 1\), u = m[^,]*, v = [^,]*m and w = "
    assert re.search(used, after)


def test_a_hypothesis_says_what_it_means():
    claim = find("cactus.eq5.finite")
    page = written(claim.statement, claim.derivation, HOLDS)
    texts = [told(passage.words) for passage in page.statement]
    assert "Suppose that (masses, summed over outcomes)" in texts


def page_of(name):
    claim = find(name)
    return written(claim.statement, claim.derivation, HOLDS)


def test_letters_are_introduced_before_what_is_defined_by_them():
    passages = page_of("staircase.thm6.gamma").statement
    first, second = passages[1:3]
    assert told(first.words).startswith(r"Write w = b + \gamma \left(1 - b\right)")
    assert second.display.key == "definition.f"


@pytest.mark.parametrize(
    ("name", "said", "integers"),
    [
        ("additive.eq4", True, False),
        ("trunclap.lem2", True, True),
        ("staircase.eq52", False, False),
    ],
)
def test_a_statement_says_what_private_means(name, said, integers):
    first = told(page_of(name).statement[0].words)
    assert first.startswith(r"Noise Z is (\epsilon, \delta)-private for shifts up to r") is said
    assert ("for all integers t of this kind." in first) is integers


def test_a_letter_can_stand_for_the_value_of_another():
    passages = page_of("staircase.thm6.gamma").statement
    said = [told(passage.words) for passage in passages]
    assert said[-2] == r"Write C_{*} for the value of C at \gamma = \gamma_{*}."
    assert passages[-1].display.equations[-1].left == r"C_{*} \le C"


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("they pass s at some step", "By (1), they pass s at some step"),
        ("and is not larger", "By (1), this is not larger"),
        ("nor much larger", "By (1), we have"),
        ("and without them", "By (1), we have"),
        ("all sets inside it", "By (1), we have (all sets inside it)"),
        ("the masses that fall, by a factor, are private",
         "By (1), the masses that fall, by a factor, are private"),
        ("(308): and beyond", "By (1), we have (as in (308), and beyond)"),
        ("(308): the mass falls", "By (1), as in (308), the mass falls"),
    ],
)  # fmt: skip
def test_a_phrase_is_not_glued_into_a_sentence(reason, said):
    grounds = [(Reference("1"),)]
    assert told(lead(reason, grounds, follows=False, turn=0, verb="obtain")) == said


@pytest.mark.parametrize(
    ("reason", "left"),
    [
        ("b = 1/2: it is larger", "it is larger"),
        ("at b = 1/2 the limit is 3/8", "the limit is 3/8"),
        ("x = 2 log 2, b = 1/2: it is more", "it is more"),
        ("exp(x) = 3, b = 1/2: it is 2", "it is 2"),
        ("b = 1/2 and the levels are 1", "b = 1/2 and the levels are 1"),
        ("exp(A) = 5, so that it is 2", "exp(A) = 5, so that it is 2"),
    ],
)
def test_a_reason_does_not_repeat_the_point(reason, left):
    claim = Fails(that(x) < b, ((b, sp.S.Half), (x, sp.log(3))))
    assert apart(reason, claim) == left


def test_no_part_begins_with_what_follows_from_the_part_before():
    ends = {"Hence", "So", "Therefore", "Consequently"}
    for name in ("staircase.thm6.gamma", "additive.thm2", "staircase.I-D5", "trunclap.defV"):
        firsts = [told(part.passages[0].words) for part in page_of(name).parts]
        assert not [first for first in firsts if first.split(" ")[0] in ends]


def test_a_long_sum_of_a_linear_program_is_shortened():
    p = sp.symbols("p_0:9")
    claim = Program(2 * sp.Add(*p), p, (sp.S.Half - sp.Add(*p),), (), sp.Integer(0))
    text = formula.proposition(claim)
    assert r"2 p_{0} + 2 p_{1} + 2 p_{2} + \cdots + 2 p_{8} :" in text
    assert r"\frac{1}{2} - p_{0} - p_{1} + \cdots - p_{8} \ge 0" in text


def test_a_profile_is_told_by_the_normal_distribution_function():
    page = page_of("poster.regimes")
    said = [told(passage.words) for passage in page.passages]
    assert sum("\\Phi for the distribution function" in one for one in said) == 1
    formulas = [e.left + "".join(text for _, text in e.links) for p in page.passages
                if isinstance(p.display, Display) for e in p.display.equations]  # fmt: skip
    assert any("\\Phi" in one for one in formulas)
    assert not any("erf" in one for one in formulas)
    gain = [told(passage.words) for passage in page_of("additive.sec5.gain").statement]
    assert not any("\\Phi" in one for one in gain)


def test_powers_of_a_letter_and_numbers_of_sums_are_gathered():
    k = sp.Symbol("k", integer=True)
    told_so = expression(b * b**k * (sp.S.Half - b / 2) / x)
    assert told_so == r"\frac{b^{k + 1} \left(1 - b\right)}{2 x}"
    assert expression(sp.S.Half - b / 2) == r"\frac{1}{2} - \frac{b}{2}"


def test_a_sign_is_not_told_by_factors_that_are_none():
    claim = that(0) <= b / (x + (1 - b) * b)
    step = Step("s", Goal(claim, ON), "sign", "")
    assert len(shown(step, Reading({})).equations[0].links) == 1


def test_a_chain_leaves_out_equalities_with_more_terms_than_its_ends():
    page = page_of("optimum.below.threshold")
    equations = [e for p in page.passages if isinstance(p.display, Display)
                 for e in p.display.equations]  # fmt: skip
    moved = next(e for e in equations if e.left.startswith(r"\left(Y(k, i + 1)") and e.links)
    assert [op for op, _ in moved.links] == ["=", "="]


def test_the_exponential_of_a_multiple_of_a_logarithm_is_a_power():
    assert expression(sp.exp(-sp.log(b / 4) / x)) == r"\left(\frac{4}{b}\right)^{\frac{1}{x}}"
    assert expression(sp.exp(x * sp.log(1 + b)) ** 2) == r"\left(b + 1\right)^{2 x}"
    assert expression(sp.exp(-x * sp.log(b))) == r"\frac{1}{b^{x}}"
    assert expression(sp.exp(2 * sp.log(b) * x + t)).startswith("e^")


def test_a_condition_on_letters_of_which_only_hypotheses_speak_is_told():
    goals = page_of("optimum.amplitude").statement[-1].display.equations
    least = next(e for e in goals if e.left.endswith(r"\frac{\Delta N}{2}"))
    assert least.where == (r"\frac{1}{2 N + 1} \le \delta \le \frac{1}{2 N}",)


def test_a_range_that_may_be_empty_is_a_condition():
    ranges = Ranges(Reading({}))
    k = sp.Symbol("k", integer=True)
    domain = Domain((positive(x), replace(index(k, 1, x), hollow=True)))
    assert ranges.told(ranges.needed(domain, {x})) == ("x > 0", r"1 \le x")
    assert ranges.told(ranges.needed(domain, {k})) == ("x > 0", r"k \in \{1, \ldots, x\}")
    certain = replace(between(b, x, 2 * x), hollow=True)
    assert ranges.told(ranges.needed(Domain((positive(x), certain)), {x})) == ("x > 0",)
    assert [v.symbol for v in ranges.needed(Domain((positive(x), between(b, 0, x))), {x})] == [x]


def test_a_set_of_one_number_is_no_interval():
    point = Mass(sp.Function("X")(), Mirror(interval(x, x, "[]")))
    assert expression(point) == r"P(X \in -\{x\})"


def test_every_borel_set_is_one_of_the_borel_sets():
    shown = Equation("A", (), (r"S \text{ a Borel set}",), every=True)
    assert shown.lines(40) == [("A", r" \qquad (\text{for all } \text{Borel sets } S)")]


def test_letters_that_remarks_explain_are_known_in_a_proof():
    said = (told(passage.words) for passage in page_of("vector.gain.values").passages)
    assert any("0.0066929" in words for words in said)


def test_letters_of_the_author_have_no_second_meaning(monkeypatch):
    looked = []
    monkeypatch.setattr(
        "dpproofs.render.proofs.writer.automatic", lambda _, taken: looked.append({*taken}) or ()
    )
    claim = find("staircase.thm6.gamma")
    written(claim.statement, claim.derivation, HOLDS)
    declared = {letter.name for letter, _ in claim.derivation.letters}
    assert looked
    assert declared
    assert all(declared <= taken for taken in looked)


def test_a_clause_on_which_another_depends_keeps_its_conjunction():
    told = lead("where all costs are 0, the ratio is 1", [], follows=False, turn=0, verb="obtain")
    assert "".join(part.text for part in told) == "Where all costs are 0, the ratio is 1"


def test_nothing_is_multiplied_by_nothing():
    told = lead("put N for n", [], follows=True, turn=0, verb="obtain")
    assert "".join(part.text for part in told) == "We put N for n"


def test_a_difference_is_said_to_be_factored_only_where_factors_are_shown():
    for name in ("staircase.thm12.l1", "additive.classic", "additive.alg1"):
        for passage in page_of(name).passages:
            if "We factor the difference" in told(passage.words):
                assert any(len(each.links) > 1 for each in passage.display.equations)


def sentences(name):
    """The sentences of a claim's statement and proof, in order."""
    claim = find(name)
    page = written(claim.statement, claim.derivation, HOLDS)
    return page, [told(words) for p in page.passages for words in (p.words, p.after) if words]


def formulas_of(page):
    return [
        " ".join((e.left, *(side for _, side in e.links)))
        for p in page.passages
        if p.display is not None and hasattr(p.display, "equations")
        for e in p.display.equations
    ]


def test_a_limit_between_bounds_shows_them():
    page, said = sentences("poster.tight")
    assert any("R(\\delta, \\epsilon) lies between two bounds that tend to" in s for s in said)
    bounds = [text for text in formulas_of(page) if text.startswith("1 - 2 \\delta - ")]
    assert bounds == [r"1 - 2 \delta - \frac{2 \epsilon}{3} R(\delta, \epsilon)"]


def test_a_hypothesis_that_defines_a_function_is_a_definition():
    page, said = sentences("trunclap.thm6.2")
    assert said[:2] == [
        "Let the reciprocal of the upper bound be", "Let the ratio of the two bounds be",
    ]  # fmt: skip
    assert formulas_of(page)[0].startswith(r"I_{n}(\epsilon, n) = \frac{1}{\frac{1}{\epsilon}")


def test_a_hypothesis_that_says_more_of_a_function_is_none():
    """c(s) is 0 before 0, and after the last; T(M) is one value."""
    _, said = sentences("cactus.rounded.above")
    assert not [text for text in said if text.startswith("Let the")]
    assert "and that (is 0 after the last)" in said


def test_noise_that_is_even_is_given_for_both_signs():
    page, _ = sentences("cactus.rem2.cells")
    assert r"\frac{t}{r^{N - \left|x\right|}}, && \left|x\right| \ge N" in formulas_of(page)[0]


def test_how_a_sentence_is_read_stands_before_the_proof():
    claim = find("trunclap.thm6.2")
    page = written(claim.statement, claim.derivation, HOLDS)
    text = latex_of(page)
    assert text.index("Remark.") < text.index("The ratio $R$ does not") < text.index("Proof.")


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("additive.thm6", {"48", "53"}),  # both directions of the shift
        ("staircase.appF.lem28", {"62", "108"}),  # the largest mass, and the mixture's tail
        ("trunclap.thm6.1", {"4", "6"}),  # the bounds on the gap
    ],
)
def test_what_leads_to_a_conclusion_through_many_steps_is_displayed(name, steps):
    claim = find(name)
    assert steps <= chosen(claim.statement, claim.derivation, 15)


@pytest.mark.parametrize(
    ("reason", "leans"),
    [
        ("so does the cost", True),
        ("and so is this multiple of it", True),
        ("nor has -t", True),
        ("neither is larger", True),
        ("the first one does", True),
        ("and the other", True),
        ("so the quotient is bounded", False),
        ("the density is even", False),
        ("neighbours have the same mass", False),
    ],
)
def test_a_reason_that_leans_on_another_is_not_told(reason, leans):
    assert is_elliptic(reason) == leans


def test_the_only_relation_is_told_with_its_factor():
    _, said = sentences("trunclap.thm2.lims")
    assert any(text.startswith("We have put u for y in (1) and multiplied by ") for text in said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the term is positive that (7) subtracts", "the term is positive that (7) of the paper"),
        ("(309), (310): the pieces of all periods", "(309), (310) of the paper: the pieces"),
        ("noise is private, by Theorem 1", "noise is private, by Theorem 1 of the paper"),
        ("(4) of docs/optimum.md", "(4) of docs/optimum.md"),
        ("from phi(0) on", "from phi(0) on"),
    ],
)
def test_a_number_of_the_paper_is_no_number_of_the_page(text, said):
    assert told(of_the_paper((Stretch(text), Reference("a")))).startswith(said)
    assert told(of_the_paper((Reference("a"), Stretch("x", math=True)))) == "(1)x"


@pytest.mark.parametrize("name", ["staircase.thm1", "additive.thm2", "staircase.appB.lem19"])
def test_a_statement_that_speaks_of_privacy_defines_it(name):
    _, said = sentences(name)
    assert said[0].startswith("Noise Z is (\\epsilon, \\delta)-private for shifts up to r when")


def test_a_letter_has_one_range():
    _, said = sentences("staircase.thm1")
    (given,) = [text for text in said if text.startswith("Let 0 < b < 1")]
    assert given.count("\\Delta") == 1


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"\begin{gathered}\text{over the}\\\text{optimal noise}\end{gathered}",
         "over the optimal noise"),
        (r"\begin{aligned}\text{for }a>0\\b&<1\end{aligned}", "for a>0, b<1"),
        (r"\begin{gathered}\text{with}\\V=\begin{cases}1,&x>0\\0,&x<0\end{cases}\end{gathered}",
         r"with V=\begin{cases}1,&x>0\\0,&x<0\end{cases}"),
    ],
)  # fmt: skip
def test_rows_of_a_printed_sentence_keep_their_distance(latex, words):
    long = latex.replace(r"\text{with", r"\text{" + 30 * "so " + "with")
    long = long.replace(r"\text{over", r"\text{" + 30 * "so " + "over")
    long = long.replace(r"\text{for", r"\text{" + 30 * "so " + "for")
    statement = replace(find("trunclap.nint").statement, printed_latex=long)
    printed = next(iter(failed(statement, "x = 1")))
    text = told(printed.words).replace("\\quad", " ").rstrip(".")
    assert " ".join(text.split()).endswith(words)


def test_sides_that_are_written_alike_are_not_displayed():
    """b b^n w(n + 1) is b^(n + 1) w(n + 1) on paper."""
    page, said = sentences("staircase.heur.quality")
    assert not [text for text in said if "Every later term" in text]
    sides = [e for p in page.passages for e in getattr(p.display, "equations", ())]
    assert not [e for e in sides if [("=", e.left)] == list(e.links)]


def test_a_slope_is_not_told_twice_with_another_sign():
    twice = sp.Rational(2, 3) * t - sp.log(t + 1)
    claim = Derivative(twice, t, (2 * t - 1) / (3 * (t + 1)))
    (equation,) = evidence._derivative(claim).equations
    assert len(equation.links) == 1
    claim = Derivative(t**3 / 3 - t, t, t**2 - 1)
    (equation,) = evidence._derivative(claim).equations
    assert len(equation.links) == 2


def test_a_wide_factor_of_a_summand_is_not_written_out(right):
    factor = sum(x**n / (n + 3) for n in range(9))

    def build(proof):
        one = proof.shows(that(b) < 1, by="sign", because="b is below 1")
        two = proof.shows(that(0) < x, by="sign", because="x is positive")
        claim = that(sp.expand(b * factor)) < factor + 2 * x
        proof.key(one, two, proof.follows(claim, (one, factor), (two, 2), because="both"))

    said = "We have added a multiple of (1) and 2 times (1)."
    assert any(said in text for text in proved(right, build))
