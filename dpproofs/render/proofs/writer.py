"""The writer: from a statement, its derivation and what was found, to a proof on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

import sympy as sp

from dpproofs.kernel.assertions import Define, Even, Obtain, Private, Proper
from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.derivation import introduced as introduced_by
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import Fails, Integral, Sum
from dpproofs.render import layout, notation
from dpproofs.render.proofs import choice, words
from dpproofs.render.proofs.chains import chain
from dpproofs.render.proofs.evidence import Shown, shown
from dpproofs.render.proofs.form import (
    Display,
    Equation,
    Known,
    Part,
    Passage,
    Words,
    Written,
    cited,
    in_line,
    letters_in,
    spared,
)
from dpproofs.render.proofs.letters import SPARE, automatic
from dpproofs.render.proofs.ranges import Ranges
from dpproofs.render.proofs.reading import Reading, reading
from dpproofs.render.proofs.statements import Said, failed, introduced, sets_in
from dpproofs.render.proofs.sums import collected, power_sum
from dpproofs.render.prose import Stretch

LONG = 10  # steps of a proof that is cut into parts
SHORTEST_PART = 2  # displays
MOST_GROUNDS = 5  # things that a sentence says something follows from


def written(statement: Statement, derivation: Derivation, known: Known) -> Written:
    """A claim as it stands in a paper.

    Parameters
    ----------
    statement, derivation
        What is claimed, and its steps.
    known
        What was found when the steps were checked; of an open claim no proof is written.
    """
    decided = known.verdict != "open"
    steps = derivation if decided else Derivation(())
    room = len(choice.chosen(statement, steps, choice.ROOM))
    found = _written(statement, steps, known, room)
    for _ in range(TRIES):
        height = found.height()
        if height <= PAGES * LINES or room <= choice.FEWEST:
            break
        room = max(choice.FEWEST, min(room - 2, int(0.9 * room * PAGES * LINES / height)))
        found = _written(statement, steps, known, room)
    return found


TRIES = 4  # at making a proof shorter
PAGES = 4  # of a proof at most
LINES = 41  # of a page


def _written(statement: Statement, derivation: Derivation, known: Known, room: int) -> Written:
    read = reading(statement, derivation)
    shown_steps = choice.chosen(statement, derivation, room)
    taken = _taken(statement, derivation)
    read = read.saving(automatic(list(_spoken(statement, derivation, read, shown_steps)), taken))
    taken |= {letter.name for letter in read.meanings}
    ranges = Ranges(read)
    said = Said(statement, derivation, ranges, is_open=known.verdict == "open")
    passages = tuple(said.passages())
    proof = _Proof(statement, derivation, ranges, said.keys, shown_steps)
    wrong = known.counterexample
    found = Written(
        id=statement.id,
        item=statement.item,
        title=words.sentence(words.plain(statement.title)),
        failed=tuple(failed(statement, wrong)) if wrong else (),
        statement=passages,
        parts=tuple(proof.parts()),
        record=words.record(len(derivation.steps), known),
        claims=any(isinstance(p.display, Display) and p.display.key == "goal" for p in passages),
        head=_HEADS.get(known.verdict, "Theorem"),
    )
    return spared(cited(found), tuple(name for name in SPARE if name not in taken))


_HEADS: Mapping[str, str] = {"definition": "Definition", "open": "Open", "refuted": "Setting"}


def _spoken(
    statement: Statement, derivation: Derivation, read: Reading, names: frozenset[str]
) -> Iterator[tuple[sp.Basic, frozenset[sp.Basic]]]:
    """The expressions of the statement and of displayed steps, each with what is bound in it."""
    claims = [goal.proposition for goal in (*statement.printed, *statement.corrected)]
    claims += [step.goal.proposition for step in derivation.steps if step.name in names]
    for claim in claims:
        short = read.proposition(claim)
        bound = frozenset(short.bound())
        for item in fields(short):
            value = getattr(short, item.name)
            if isinstance(value, sp.Expr) and not value.is_Symbol:
                yield value, bound


def _taken(statement: Statement, derivation: Derivation) -> set[str]:
    """The names that mean something in a claim."""
    names = {found.name for found in (*statement.given, *statement.definitions)}
    names |= {introduced_by(step) for step in derivation.steps}
    goals = [*statement.goals, *statement.hypotheses, *(step.goal for step in derivation.steps)]
    for goal in goals:
        names |= {v.symbol.name for v in goal.domain}
        names |= {symbol.name for symbol in goal.proposition.free() | goal.proposition.bound()}
    return names | {"P", "E", "S", "T", "X"}


class _Proof:
    """Writes one proof, from its first step to its last."""

    def __init__(
        self,
        statement: Statement,
        derivation: Derivation,
        ranges: Ranges,
        hypotheses: Mapping[Goal, str],
        names: frozenset[str],
    ) -> None:
        self.statement, self.derivation = statement, derivation
        self.ranges, self.reading = ranges, ranges.reading
        self.hypotheses, self.shown = hypotheses, names
        self.ends, self.through = choice.grounds(derivation, self.shown)
        self.turn = 0
        self.introduced = {found.name for found in (*statement.given, *statement.definitions)}
        self.previous = ""

    # -- parts -------------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        """The parts of the proof."""
        if self.derivation.idea and self.shown:
            yield Part((), (Passage(words.plain(self.derivation.idea)),))
        for title, steps in self._cut():
            passages = tuple(p for step in steps for p in self._passages(step))
            if passages:
                yield Part(words.sentence(title), passages)

    def _cut(self) -> list[tuple[Words, list[Step]]]:
        """The displayed steps by part, with what the part is called."""
        steps = [s for s in self.derivation.steps if s.name in self.shown]
        if any(step.part for step in steps):
            names = dict.fromkeys(step.part for step in steps)
            return [(words.plain(n), [s for s in steps if s.part == n]) for n in names]
        if len(self.derivation.steps) <= LONG:
            return [((), steps)] if steps else []
        ends = choice.cuts(self.derivation, self.shown)
        found: list[list[Step]] = [[]]
        for step in steps:
            found[-1].append(step)
            if step.name in ends and len(found[-1]) >= LONGEST_PART // 2:
                found.append([])
        if len(found) > 1 and len(found[-1]) < SHORTEST_PART:
            found[-2:] = [[*found[-2], *found[-1]]]
        if len(found) == 1:
            return [((), found[0])]
        return [(self._title(part), part) for part in found]

    def _title(self, steps: Sequence[Step]) -> Words:
        """What a part without a name is called: what its last steps show, where that is short."""
        known = self.introduced | {v.symbol.name for v in self.statement.parameters}
        for step in reversed(steps):
            reason = _bare(step.reason)
            if len(reason) <= MOST_TITLE and self._letters_of(reason) <= known:
                return words.plain(reason)
        return ()

    # -- a step ------------------------------------------------------------------------------------

    def _passages(self, step: Step) -> Iterator[Passage]:
        claim = step.goal.proposition
        if name := introduced_by(step):
            self.introduced.add(name)
        if isinstance(claim, Define):
            yield introduced(claim.definition, self.ranges)
            self.previous = ""
            return
        found = self._evidence(step)
        yield from self._letters(step)
        if sums := self._power_sums(step):
            yield sums
        self.turn += 1
        opening = self._opening(step, found)
        if isinstance(claim, Even | Proper | Private) and not step.goal.domain.hollow:
            told = in_line(found.equations[0].left)
            yield Passage((*opening, Stretch(": "), *words.dollars(told), Stretch(".")))
            self.previous = ""
            return
        ranged = self._ranged(step, found.equations)
        shown_here = Display(ranged, step.name)
        after = words.dollars(found.after)
        if found.table is not None:
            before = (Stretch("The multipliers are these."),)
            yield Passage((*opening, Stretch(":")), shown_here, before)
            yield Passage((), found.table)
        else:
            yield Passage((*opening, Stretch(":")), shown_here, after)
        self.previous = step.name

    def _evidence(self, step: Step) -> Shown:
        if step.method == "entailment":
            facts = step.hints.get("facts", ())
            links = chain(step, facts, self.derivation, self.reading)
            if links is not None:
                return Shown((links,))
        return shown(step, self.reading)

    def _ranged(self, step: Step, equations: Sequence[Equation]) -> tuple[Equation, ...]:
        """The equations of a step, the last with the ranges of what is new."""
        claim = self.reading.proposition(step.goal.proposition)
        news = self.ranges.news(step.goal.domain, claim.free())
        where = (*self.ranges.told(news), *sets_in(step.goal, self.statement))
        *others, last = equations
        names = frozenset(v.symbol.name for v in news)
        return (*others, Equation(last.left, last.links, where, names))

    def _letters(self, step: Step) -> Iterator[Passage]:
        """The letters that a step needs first, with what they stand for."""
        spoken = self.reading.proposition(step.goal.proposition).free()
        spoken |= {s for value in step.hints.values() if isinstance(value, sp.Basic)
                   for s in self.reading.expression(value).free_symbols}  # fmt: skip
        yield from self.ranges.letters(step.goal.domain, spoken)

    def _power_sums(self, step: Step) -> Passage | None:
        """The power sums that an infinite sum needs, unless its term telescopes on the page."""
        claim = self.reading.proposition(step.goal.proposition)
        ratio = step.hints.get("ratio")
        telescopes = "quotient" in step.hints
        if not isinstance(claim, Sum) or not isinstance(ratio, sp.Basic) or telescopes:
            return None
        found = collected(claim, ratio)
        if found is None:
            return None
        factor, polynomial = found
        k, first = claim.index, int(claim.lower)
        ends = rf"_{{{notation.expression(k)} = {first}}}^{{\infty}}"
        powers = sorted({degree for (degree,), _ in polynomial.terms()})
        lines = [
            Equation(
                rf"\sum{ends} {notation.expression(sp.Mul(ratio**k, k**degree))}",
                (("=", notation.expression(power_sum(degree, ratio, first=first))),),
            )
            for degree in powers
        ]
        term = notation.expression(claim.term)
        inside = notation.bracketed(polynomial.as_expr())
        head = notation.expression(sp.Mul(factor, ratio**k))
        expanded = Equation(term, (("=", rf"{head} {inside}"),))
        news = self.ranges.news(step.goal.domain, claim.free())
        k_told = rf"{notation.expression(k)} = {first}, {first + 1}, \ldots"
        where = (*self.ranges.told(news), k_told)
        expanded = Equation(expanded.left, expanded.links, where, frozenset({k.name}))
        return Passage(
            (Stretch("We expand the terms of the following sum, and use the sums of powers:"),),
            Display((expanded, *lines), f"{step.name}.powers"),
        )

    # -- what leads to a display -------------------------------------------------------------------

    def _opening(self, step: Step, found: Shown) -> Words:
        if isinstance(step.goal.proposition, Fails):
            return self._failing(step, found)
        grounds, follows = self._grounds(step)
        reason = self._understood(step)
        verb = "compute" if isinstance(step.goal.proposition, Integral | Sum) else "obtain"
        if found.before == "telescopes" and not grounds:
            told = words.sentence(words.plain(_bare(reason))) or (Stretch("We compute a sum"),)
            return (*told, Stretch("; it telescopes"))
        if step.method == "region":
            if not reason:
                return (Stretch("Ball arithmetic over the whole region shows that"),)
            told = words.sentence(words.plain(_bare(reason)))
            return (*told, Stretch("; ball arithmetic over the whole region shows that"))
        return words.lead(reason, grounds, follows=follows, turn=self.turn, verb=verb)

    def _understood(self, step: Step) -> str:
        """The reason of a step, if all letters in it have been introduced; else nothing."""
        return step.reason if self._letters_of(step.reason) <= self._named(step) else ""

    def _named(self, step: Step) -> frozenset[str]:
        """The names that a reader knows when a step is told."""
        known = {*self.ranges.known, *(v.symbol.name for v in step.goal.domain)}
        known |= {s.name for s in step.goal.proposition.bound()} | self.introduced
        return frozenset(known | {letter.name for letter in self.ranges.lettered})

    @staticmethod
    def _letters_of(text: str) -> set[str]:
        """The letters of the formulas in a plain sentence."""
        return {
            name
            for part in words.plain(text)
            if isinstance(part, Stretch) and part.math
            for name in letters_in(part.text)
        }

    def _failing(self, step: Step, found: Shown) -> Words:
        at = found.before.partition(" at ")[2]
        head = "What is printed fails" + (f" at {at}" if at else "")
        reason = words.plain(_bare(self._understood(step))) or (Stretch("the sides are these"),)
        if found.before.startswith("counterexample"):
            return (*words.dollars(head), Stretch("; "), *reason)
        told = f"It is not always so, and fails at {at}" if at else head
        return (*words.dollars(told), Stretch(", that"))

    def _grounds(self, step: Step) -> tuple[list[Words], bool]:
        """What a step follows from, and whether it is the display before, and nothing else."""
        ends = [n for n in self.ends[step.name] if self._is_cited(n)]
        folded = self._folded(step)
        if ends == [self.previous] and not folded:
            return [], True
        near = [n for n in step.uses if n in ends]
        cited_here = ends if len(ends) <= MOST_GROUNDS else (near or ends)[:MOST_GROUNDS]
        found = words.refer([self._key(name) for name in cited_here])
        if len(cited_here) < len(ends):
            found.append((Stretch("what comes before them"),))
        return [*found, *folded], False

    def _is_cited(self, name: str) -> bool:
        used = self.derivation.step(name)
        if used.method == "assume":
            return used.goal in self.hypotheses
        return not isinstance(used.goal.proposition, Define | Even | Proper | Private)

    def _key(self, name: str) -> str:
        used = self.derivation.step(name)
        return self.hypotheses[used.goal] if used.method == "assume" else name

    def _folded(self, step: Step) -> list[Words]:
        """What is not displayed on the way to a step, and the rule by which it follows."""
        found: dict[Words, None] = {}
        for name in self.through[step.name]:
            passed = self.derivation.step(name)
            if told := self._in_passing(passed):
                found[told] = None
        if step.method == "rule" and not isinstance(step.goal.proposition, Obtain):
            if (rule := words.rule_named(str(step.hints["rule"]))) not in step.reason:
                found[words.plain(rule)] = None
        elif step.method == "privacy":
            found[(Stretch("privacy"),)] = None
        elif step.method == "mirror":
            found[(Stretch("symmetry"),)] = None
        if len(found) > 1 or self.ends[step.name]:
            found.pop(ADDITIVITY, None)  # nobody says so unless there is nothing else to say
        return list(found)[:MOST_GROUNDS]

    def _in_passing(self, passed: Step) -> Words:
        if passed.method == "privacy":
            where = self.reading.expression(passed.hints["set"])
            shift = self.reading.expression(passed.hints["shift"])
            of, by = notation.expression(where), notation.expression(shift)
            told = f"privacy for ${of}$ and the shift ${by}$"
            short = layout.width(told) < layout.LINE / 2
            return words.dollars(told) if short else (Stretch("privacy"),)
        if passed.method == "mirror":
            return (Stretch("symmetry"),)
        if passed.method == "measure":
            return ADDITIVITY
        if passed.method == "rule" and not choice.is_reciprocal(passed):
            return words.plain(words.rule_named(str(passed.hints["rule"])))
        return ()


ADDITIVITY: Words = (Stretch("additivity of masses"),)
LONGEST_PART = 8  # displays


def _bare(reason: str) -> str:
    return reason.strip().rstrip(".")


MOST_TITLE = 60  # characters
