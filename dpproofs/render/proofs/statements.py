"""What a claim says, as a theorem of a paper does: what is given, what is assumed, what holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.kernel.assertions import Even, Exists, Obtain, Private, Proper
from dpproofs.kernel.derivation import Derivation, Statement
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Definition, Given, Law, Pieces
from dpproofs.kernel.proposition import Fails, Proposition, Relation
from dpproofs.kernel.scope import scope, uses
from dpproofs.render import formula, layout, notation
from dpproofs.render.definitions import definition, even
from dpproofs.render.proofs.form import WIDTH, Display, Equation, Passage, Words, in_line
from dpproofs.render.proofs.ranges import Ranges
from dpproofs.render.proofs.reading import common
from dpproofs.render.proofs.words import dollars, letters_of, plain, sentence
from dpproofs.render.prose import LETTERS, Stretch

VECTORS = (
    "Write $f_X$ for the density of a random vector $X$, $B$ for the unit ball, and $|S|$ for the "
    "volume of a Borel set $S$."
)
NORMAL = r"Write $\Phi$ for the distribution function of the standard normal distribution."
PRIVATE = (
    r"Noise $Z$ is $(\epsilon, \delta)$-private for shifts up to $r$ when $P(Z \in S) \le "
    r"e^{\epsilon} P(Z \in S + t) + \delta$ for all Borel sets $S$ and all $t$ with $|t| \le r$"
)
ON_INTEGERS = "; where it has integer values, for all integers $t$ of this kind"
MOST_GOALS, FEW_GOALS = 24, 10  # lines of a statement, and of a long one; the certificate has all


class Said:
    """Writes the statement of a claim."""

    def __init__(
        self,
        statement: Statement,
        derivation: Derivation,
        ranges: Ranges,
        *,
        is_open: bool,
        is_brief: bool = False,
    ) -> None:
        self.is_open, self.most = is_open, FEW_GOALS if is_brief else MOST_GOALS
        self.statement, self.derivation, self.ranges = statement, derivation, ranges
        self.reading = ranges.reading
        self.keys: dict[Goal, str] = {}  # of displays of hypotheses
        self.meant = {s.goal: s.reason for s in derivation.steps if s.method == "assume"}
        self.defining = {
            goal: (named[1], defined) for goal, defined in _defining(statement)
            if (named := _NAMED.match(self.meant.get(goal, "")))
        }  # fmt: skip

    def passages(self) -> Iterator[Passage]:
        """The statement: what there is, hypotheses, and what holds."""
        said = (*self.statement.hypotheses, *self.statement.goals)
        if any(_speaks_of_privacy(goal.proposition) for goal in said):
            yield Passage(dollars(f"{PRIVATE}{self._integers()}."))
        yield from self._given()
        if any(found.kind == "vector" for found in self.statement.given):
            yield Passage(dollars(VECTORS))
        if self.reading.has_profiles:
            yield Passage(dollars(NORMAL))
        yield from self._definitions()
        yield from self._hypotheses()
        yield from self._goals()

    # -- what there is -----------------------------------------------------------------------------

    def _given(self) -> Iterator[Passage]:
        known = common(self.statement)
        self.ranges.begin(known)
        told = [f"${one}$" for one in self.ranges.told(known)]
        parts = [_listed(told)] if told else []
        defined = {lhs.func.__name__ for _, (lhs, *_) in self.defining.values()}
        given = [found for found in self.statement.given if found.name not in defined]
        parts += [_objects(given)] if given else []
        if parts:
            yield Passage(dollars(f"Let {', and let '.join(parts)}."))

    def _integers(self) -> str:
        """What privacy means for noise with integer values, where there is some."""
        given, laws = self.statement.given, self.statement.definitions
        kinds = [found.on for found in given if found.kind == "noise"]
        kinds += [found.on for found in laws if isinstance(found, Law)]
        return ON_INTEGERS if "integers" in kinds else ""

    def _definitions(self) -> Iterator[Passage]:
        for found in self.statement.definitions:
            read = self.reading.definition(found)
            spoken = set().union(*(each.free_symbols for each in read.expressions()))
            yield from self.ranges.letters(found.domain, spoken)
            yield introduced(found, self.ranges)

    # -- what is assumed and what holds ------------------------------------------------------------

    def _hypotheses(self) -> Iterator[Passage]:
        goes_on = False
        read = self.reading.saving(())
        for goal in self.statement.hypotheses:
            yield from self.ranges.letters(goal.domain, read.proposition(goal.proposition).free())
        for place, goal in enumerate(hypotheses := self.statement.hypotheses):
            self.keys[goal] = key = f"hypothesis{place}"
            opening = plain("and that" if goes_on else "Suppose that")
            opening = (*opening, *_meaning(goal, self.meant.get(goal, "")))
            if goal in self.defining:
                opening = plain(f"Let {self.defining[goal][0]} be")
            after = hypotheses[place + 1 : place + 2]
            goes_on = goal not in self.defining and bool(after) and after[0] not in self.defining
            shown = Display((self._hypothesis(goal),), key, end="," if goes_on else ".")
            yield Passage(opening, shown)

    def _hypothesis(self, goal: Goal) -> Equation:
        """A hypothesis, which is about all values of its variables but the parameters."""
        if goal in self.defining:
            goal = Goal(Relation(*self.defining[goal][1]), goal.domain)
        claim = goal.proposition
        ranges = Ranges(self.reading.saving(()))
        ranges.news_of(self.statement.parameters)
        news = ranges.news(goal.domain, claim.free())
        where = (*ranges.told(news), *sets_in(goal, self.statement))
        shown = formula.over(ranges.reading.proposition(claim), goal.domain)
        return Equation(shown, (), where, frozenset(v.symbol.name for v in news), every=True)

    def _goals(self) -> Iterator[Passage]:
        steps = {step.goal for step in self.derivation.steps}
        refuted = [goal for goal in self.statement.printed if self._fails(goal)]
        holding = [goal for goal in self.statement.printed if goal not in refuted]
        goals = list(dict.fromkeys((*self.statement.corrected, *holding)))
        left = [] if self.is_open else [goal for goal in goals if goal not in steps]
        goals = [goal for goal in goals if goal not in left]
        yield from self._claimed(goals)
        if left:
            words = plain("It is neither shown nor refuted, by a step of its own, that")
            yield Passage(words, Display(tuple(map(self.equation, left)), "undecided"))

    def _claimed(self, goals: Sequence[Goal]) -> Iterator[Passage]:
        shown = goals[: self.most]
        if not shown:
            return
        for goal in shown:
            claim = self.reading.proposition(goal.proposition)
            yield from self.ranges.letters(goal.domain, claim.free())
        opening = "Then" if self.statement.hypotheses or self.statement.definitions else "We have"
        if self.is_open:
            opening = "It is claimed, and not decided, that"
        elif not self.ranges.known and not self.statement.given and opening == "We have":
            opening = "The following holds"
        left = len(goals) - len(shown)
        more = f"{left} more relation{'s' * (left > 1)} of this kind"
        after = plain(f"{more} {'are' if left > 1 else 'is'} in the certificate.") if left else ()
        equations = tuple(self.equation(goal) for goal in shown)
        yield Passage((Stretch(opening),), Display(equations, "goal"), after)

    def _fails(self, goal: Goal) -> bool:
        return any(
            isinstance(claim := step.goal.proposition, Fails)
            and Goal(claim.proposition, step.goal.domain) == goal
            for step in self.derivation.steps
        )

    def equation(self, goal: Goal) -> Equation:
        """A goal with the ranges of all that is in it but the parameters."""
        claim = self.reading.proposition(goal.proposition)
        news = self.ranges.news(goal.domain, claim.free())
        needed = self.ranges.needed(goal.domain, claim.free())
        where = (*self.ranges.told(needed), *sets_in(goal, self.statement))
        return Equation(
            formula.over(claim, goal.domain), (), where, frozenset(v.symbol.name for v in news)
        )


def _defining(statement: Statement) -> Iterator[tuple[Goal, tuple[sp.Expr, str, sp.Expr]]]:
    """The hypotheses that say of all values of a given function what they are, as an equation with
    such a value on its left: one that is 1 after multiplication is the reciprocal of the rest.
    """
    given = {found.name for found in statement.given if found.kind == "function"}
    seen: set[str] = set()  # functions of which something has been said
    for place, goal in enumerate(statement.hypotheses):
        claim = goal.proposition
        names = {name for name, _, _ in uses(goal)}
        if isinstance(claim, Relation) and claim.op == "==":
            lhs, rhs = solved(claim)
            open_names = given - seen - {found.func.__name__ for found in rhs.atoms(AppliedUndef)}
            if (
                isinstance(lhs, AppliedUndef)
                and lhs.func.__name__ in open_names
                and _is_everywhere(lhs, goal, statement)
                and not _again(lhs.func.__name__, statement, place)
            ):
                yield goal, (lhs, "==", rhs)
        seen |= names


def solved(claim: Relation) -> tuple[sp.Expr, sp.Expr]:
    """An equation for a value of a function; for one that is 1 after multiplication, its sides."""
    lhs, rhs = claim.lhs, claim.rhs
    if rhs == 1 and lhs.is_Mul:
        values = [factor for factor in lhs.args if isinstance(factor, AppliedUndef)]
        if len(values) == 1:
            return values[0], 1 / (lhs / values[0])
    return lhs, rhs


def _again(name: str, statement: Statement, place: int) -> bool:
    """Whether a later hypothesis is an equation for a value of a function as well."""
    later = (goal.proposition for goal in statement.hypotheses[place + 1 :])
    sides = (solved(claim)[0] for claim in later if isinstance(claim, Relation))
    return any(isinstance(side, AppliedUndef) and side.func.__name__ == name for side in sides)


def _is_everywhere(value: AppliedUndef, goal: Goal, statement: Statement) -> bool:
    """Whether an equation for the value of a function is for all its arguments."""
    own = {variable.symbol for variable in goal.domain} - {v.symbol for v in statement.parameters}
    return bool(own) and set(value.args) == own and len(value.args) == len(own)


#: What a function is, in the words that introduce its definition.
_NAMED = re.compile(r"^(?:\S+ is )?((?:the|an?) [^;]*[^;.])\.?$")


def _speaks_of_privacy(claim: Proposition) -> bool:
    """Whether a claim, or a part of it, says that noise is private."""
    parts: tuple[Proposition, ...] = ()
    if isinstance(claim, Exists):
        parts = claim.all
    elif isinstance(claim, Fails):
        parts = (claim.proposition,)
    elif isinstance(claim, Obtain):
        parts = tuple(fact.claim for fact in claim.facts)
    return isinstance(claim, Private) or any(map(_speaks_of_privacy, parts))


def sets_in(goal: Goal, statement: Statement) -> tuple[str, ...]:
    """The Borel sets over which a goal is quantified, as LaTeX."""
    known = scope(statement)
    names = dict.fromkeys(n for n, kind, _ in uses(goal) if kind == "set" and n not in known)
    return tuple(rf"{notation.name_latex(name)} \text{{ a Borel set}}" for name in names)


def introduced(found: Definition, ranges: Ranges) -> Passage:
    """A definition where it is made."""
    read = ranges.reading.definition(found)
    bound = {found.variable} if isinstance(found, Pieces) else set()
    if isinstance(found, Pieces) and found.index is not None:
        bound.add(found.index)
    symbols = (
        set().union(*(e.free_symbols for e in read.expressions()), set(read.arguments)) - bound
    )
    news = ranges.copy().news(found.domain, symbols)
    where, shown = ranges.told(news), definition(read)
    if isinstance(read, Pieces) and read.index is not None:  # its range stands with the others
        shown = shown.partition(r" \qquad ")[0]
        where = (*where, rf"{notation.expression(read.index)} = 0, 1, 2, \ldots")
    names = frozenset({found.name, *(v.symbol.name for v in news)})
    key = f"definition.{found.name}"
    if isinstance(read, Pieces) and layout.width(shown) > WIDTH:
        return Passage((Stretch("Let"),), Display(tuple(_piece_by_piece(read, where, names)), key))
    return Passage((Stretch("Let"),), Display((Equation(shown, (), where, names),), key))


def _piece_by_piece(
    found: Pieces, where: tuple[str, ...], names: frozenset[str]
) -> Iterator[Equation]:
    """A function in pieces, an equation for each, where together they are too wide."""
    x = found.variable
    head, size = notation.expression(found(*found.arguments, x)), rf"|{notation.expression(x)}|"
    for place, piece in enumerate(found.pieces):
        lower, upper = map(notation.expression, found.ends(place))
        last = place == len(found.pieces) - 1
        on = rf"{size} \ge {lower}" if piece.upper.is_infinite else rf"{lower} \le {size} < {upper}"
        ranged = (on, *(where if last else ()))
        value = notation.expression(even(piece.value, x))
        yield Equation(head, (("=", value),), ranged, names)


def _objects(objects: Sequence[Given]) -> str:
    """What some objects are: "$X$ be a random variable, and $f$ and $g$ functions ..."."""
    alike: dict[tuple[str, str], list[str]] = {}
    for found in objects:
        alike.setdefault(_kind(found), []).append(f"${notation.name_latex(found.name)}$")
    told: list[str] = []
    for (one, several), names in alike.items():
        verb = "" if told else "be "
        told.append(f"{_listed(names)} {verb}{one if len(names) == 1 else several}")
    return _listed(told, ", and ")


def _kind(found: Given) -> tuple[str, str]:
    """What a given object is, and what several are, with formulas between dollar signs."""
    many = f" of {found.arity} real indices" if found.arity > 1 else ""
    match found.kind:
        case "noise":
            where = "with integer values" if found.on == "integers" else "with real values"
            if found.arity:
                return _plural("a family", f" of random variables {where}{many}", "families")
            return _plural("a random variable", f" {where}")
        case "vector":
            where = f" in the space of the norm ${notation.name_latex(found.on)}$"
            if found.arity:
                return _plural("a family", f" of random vectors{many}{where}", "families")
            return _plural("a random vector", where)
        case "norm":
            return _plural(
                "a norm", rf" on $\mathbb{{R}}^{{{notation.expression(found.dimension)}}}$"
            )
        case "cost":
            to = r" to $[0, \infty]$ that "
            rises = r"not decrease on $[0, \infty)$"
            return f"an even function{to}does {rises}", f"even functions{to}do {rises}"
        case "set":
            return _plural("a Borel set")
    if not found.arity:
        return _plural("a real number")
    variables = "one real variable" if found.arity == 1 else f"{found.arity} real variables"
    return _plural("a function", f" of {variables}")


def _plural(one: str, rest: str = "", several: str = "") -> tuple[str, str]:
    """One thing, and several: "a function of ...", "functions of ..."."""
    return f"{one}{rest}", f"{several or one.removeprefix('a ') + 's'}{rest}"


def _meaning(goal: Goal, reason: str) -> Words:
    """What a hypothesis means, in brackets; nothing for one that says so itself."""
    if not reason or isinstance(goal.proposition, Private | Even | Proper):
        return ()
    told = plain(reason.rstrip(".").removeprefix("and "))
    spoken = {s.name for s in goal.proposition.free()} | {name for name, _, _ in uses(goal)}
    if not letters_of(told[:1]) <= {LETTERS.get(name, name) for name in spoken}:
        return ()  # it speaks of another object
    return (Stretch(" ("), *told, Stretch(")"))


def _listed(parts: Sequence[str], last: str = " and ") -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + last + parts[-1]


def failed(statement: Statement, counterexample: str) -> Iterable[Passage]:
    """What is printed and fails, with its counterexample."""
    yield _as_printed(statement.printed_latex)
    yield Passage(
        (
            *dollars("This fails. Counterexample: "),
            *sentence(plain(counterexample.rstrip("."))),
            Stretch("."),
        )
    )


def _as_printed(latex: str) -> Passage:
    """A printed statement, displayed; one that is a long sentence stands in the text."""
    if (
        latex.startswith((r"\text", r"\begin{aligned}", r"\begin{gathered}"))
        and layout.width(latex) > 0.8 * WIDTH
    ):
        told = in_line(_in_a_row(latex)).strip()
        if not told.startswith("$"):
            return Passage(dollars(f"As printed: {told}."))
    return Passage((Stretch("As printed:"),), Display((Equation(latex),), "printed"))


def _in_a_row(latex: str) -> str:
    """The rows of a display one after the other: formulas with a comma between them."""
    rows = [""]
    depth = 0
    for part in _MARKS.split(latex):
        depth += part.startswith(r"\begin") - part.startswith(r"\end")
        is_outer = part.startswith((r"\begin", r"\end")) and depth <= part.startswith(r"\begin")
        if depth <= 1 and part in ("&", r"\\"):
            rows += [""] if part == r"\\" else []
        elif not is_outer:
            rows[-1] += part
    found = rows[0]
    for row in rows[1:]:
        is_text = _ENDS_WITH_TEXT.search(found) or row.lstrip().startswith(r"\text")
        found += (
            r"\text{ }" if is_text or found.endswith((",", ".", ";", ":")) else r",\text{ }"
        ) + row
    return found


_MARKS = re.compile(r"(\\(?:begin|end)\{\w+\}|\\\\|(?<!\\)&)")
_ENDS_WITH_TEXT = re.compile(r"\\text\{[^{}]*\}\s*$")
