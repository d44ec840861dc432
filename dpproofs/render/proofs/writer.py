"""The writer: from a statement, its derivation and what was found, to a proof on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import sympy as sp

from dpproofs.kernel.assertions import Define, Even, Obtain, Private, Proper
from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.derivation import introduced as introduced_by
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.erratum import apart
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import Fails, Integral, Limit, Relation, Sum
from dpproofs.kernel.scope import uses
from dpproofs.render import layout, notation
from dpproofs.render.proofs import choice, squeezes, used, words
from dpproofs.render.proofs.cases import TOGETHER, Cases, assumed
from dpproofs.render.proofs.chains import chain
from dpproofs.render.proofs.citations import ranged
from dpproofs.render.proofs.equalities import joined
from dpproofs.render.proofs.evidence import Shown, monotone, shown
from dpproofs.render.proofs.form import (
    ClaimStatus,
    Display,
    Equation,
    Part,
    Passage,
    Reference,
    Words,
    Written,
    cited,
    each_sentence,
    in_line,
    spared,
)
from dpproofs.render.proofs.letters import SPARE, automatic, names_taken, spoken
from dpproofs.render.proofs.ranges import Ranges
from dpproofs.render.proofs.reading import Reading, reading
from dpproofs.render.proofs.statements import Said, failed, introduced, sets_in
from dpproofs.render.proofs.sums import power_sums
from dpproofs.render.prose import LETTERS, Stretch

LONG = 10  # steps of a proof that is cut into parts
SHORTEST_PART = 2  # displays
MOST_RULES = 5  # that a sentence says something follows by, beside what is displayed


def written(statement: Statement, derivation: Derivation, known: ClaimStatus) -> Written:
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
    statement, steps = joined(statement, steps)
    room = len(choice.chosen(statement, steps, choice.ROOM))
    found = _written(statement, steps, known, room)
    most = derivation.pages * LINES
    for attempt in range(TRIES):
        height = found.height()
        if height <= most or (room <= choice.FEWEST and attempt > TRIES // 2):
            break
        room = max(choice.FEWEST, min(room - 2, int(0.9 * room * most / height)))
        found = _written(statement, steps, known, room, is_brief=attempt >= TRIES // 2)
    return found


TRIES = 6  # at making a proof shorter, from half of them on without asides
LINES = 41  # of a page


def _written(
    statement: Statement,
    derivation: Derivation,
    known: ClaimStatus,
    room: int,
    *,
    is_brief: bool = False,
) -> Written:
    read = reading(statement, derivation)
    shown_steps = choice.chosen(statement, derivation, room)
    shown_steps -= _alike(statement, derivation, read, shown_steps)
    taken = names_taken(statement, derivation) | {letter.name for letter in read.meanings}
    read = read.saving(automatic(list(spoken(statement, derivation, read, shown_steps)), taken))
    taken |= {letter.name for letter in read.meanings}
    ranges = Ranges(read)
    is_open = known.verdict == "open"
    said = Said(statement, derivation, ranges, is_open=is_open, is_brief=is_brief)
    passages = tuple(said.passages())
    wrong = known.counterexample
    proof = _Proof(statement, derivation, ranges, said.keys, shown_steps, is_told=bool(wrong))
    proof.is_brief, proof.enclosed = is_brief, known.enclosed
    found = Written(
        id=statement.id,
        item=statement.item,
        title=words.sentence(words.plain(statement.title)),
        failed=tuple(failed(statement, wrong)) if wrong else (),
        statement=passages,
        remark=words.of_the_paper(words.plain(statement.note)),
        parts=tuple(proof.parts()),
        record=words.record(len(derivation.steps), known),
        claims=any(isinstance(p.display, Display) and p.display.key == "goal" for p in passages),
        head=_HEADS.get(known.verdict, "Theorem"),
    )
    found = cited(found)
    numbers = found.numbers
    found = each_sentence(found, lambda said: words.of_the_paper(ranged(said, numbers)))
    return spared(found, tuple(name for name in SPARE if name not in taken))


def _alike(
    statement: Statement, derivation: Derivation, read: Reading, names: frozenset[str]
) -> frozenset[str]:
    """Those of some steps whose two sides are written alike, and that are no goals."""
    goals = {*statement.printed, *statement.corrected}
    found = set()
    for step in map(derivation.step, names):
        claim = read.proposition(step.goal.proposition)
        if isinstance(claim, Relation) and claim.op == "==" and step.goal not in goals:
            left, right = map(notation.expression, (claim.lhs, claim.rhs))
            found |= {step.name} if left == right else set()
    return frozenset(found)


_HEADS: Mapping[str, str] = {"definition": "Definition", "open": "Open", "refuted": "Setting"}


class _Proof:
    """Writes one proof, from its first step to its last."""

    def __init__(
        self,
        statement: Statement,
        derivation: Derivation,
        ranges: Ranges,
        hypotheses: Mapping[Goal, str],
        names: frozenset[str],
        *,
        is_told: bool,
    ) -> None:
        self.statement, self.derivation = statement, derivation
        self.ranges, self.reading = ranges, ranges.reading
        self.hypotheses, self.shown = hypotheses, names
        self.shown_first = sorted(names, key=int)
        self.ends, self.through = choice.grounds(derivation, self.shown)
        self.turn = 0
        self.introduced = {found.name for found in (*statement.given, *statement.definitions)}
        told = words.letters_of(words.plain(f"{statement.note} {derivation.idea}"))
        self.told_in_words = frozenset(told)
        self.previous = ""
        self.cases = Cases(ranges)
        self.told: set[str] = set()  # rules, and steps whose rule has been told with its letters
        self.powers: set[str] = set()  # sums of powers that have been told
        self.is_brief = False  # a proof that is too long does not say what steps put together
        self.enclosed: Mapping[str, str] = {}  # how steps were, by ball arithmetic
        self.is_told = is_told  # of the first counterexample: where it is, and why

    # -- parts -------------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        """The parts of the proof."""
        if self.derivation.idea and self.shown:
            yield Part((), (Passage(words.plain(self.derivation.idea)),))
        for title, steps in self._cut():
            self.previous = ""  # a part does not begin with what follows from the last
            passages = tuple(p for step in steps for p in self._passages(step))
            if passages:
                yield Part(words.sentence(title), passages)
        if (left := self._left()) and self.shown:
            yield Part((), (Passage(words.plain(left)),))

    def _left(self) -> str:
        """What is said of conclusions that are not displayed once more; nothing without one."""
        steps = {step.goal: step for step in self.derivation.steps if self._concludes(step)}
        shown_goals = {goal for goal, step in steps.items() if self._shown_as(step.name)}
        left = [step for goal, step in steps.items() if goal not in shown_goals]
        if not left:
            return ""
        many = f"{len(left)} relations" if len(left) > 1 else "relation"
        methods = {steps[goal].method for goal in shown_goals}
        if {step.method for step in left} <= methods:
            verb = "are" if len(left) > 1 else "is"
            return f"The other {many} {verb} shown in the same way, in the certificate."
        return f"The steps of the other {many} are in the certificate."

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
        return [((Stretch(f"Step {n}"),), part) for n, part in enumerate(found, 1)]

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
        yield from self.cases.enter(step)
        if sums := power_sums(step, self.ranges, self.powers):
            yield sums
        self.turn += 1
        grounds = self._grounds(step)
        opening = self._opening(step, found, *grounds)
        told_after = self._put_together(step, found, is_led=any(grounds))
        if isinstance(claim, Even | Proper | Private) and not step.goal.domain.hollow:
            told = words.dollars(in_line(found.equations[0].left))
            has_reason = any(grounds) or self._understood(step)
            whole = (*((*opening, Stretch(": ")) if has_reason else ()), *told, Stretch("."))
            yield Passage(words.spaced(whole, told_after))
            self.previous = ""
            return
        ranged = self._ranged(step, found)
        shown_here = Display(ranged, step.name)
        after = words.spaced(words.dollars(found.after), told_after)
        if found.table is not None:
            before = (Stretch("The multipliers are these."),)
            yield Passage((*opening, Stretch(":")), shown_here, before)
            yield Passage((), found.table, told_after)
        else:
            yield Passage((*opening, Stretch(":")), shown_here, after)
        self.previous = step.name

    def _evidence(self, step: Step) -> Shown:
        if step.method == "entailment":
            facts = step.hints.get("facts", ())
            links = chain(step, facts, self.derivation, self.reading)
            if links is not None:
                return Shown((links,))
        if step.method == "squeeze":
            bounds = (self.derivation, self.reading, self.shown, self._near)
            return Shown(squeezes.squeezed(step, *bounds))
        if step.method in choice.MONOTONE:
            slope = self.derivation.step(step.uses[0]).goal.proposition
            return monotone(step, slope, self.reading)
        return shown(step, self.reading)

    def _near(self, domain: Domain) -> tuple[str, ...]:
        """The ranges over which a bound holds."""
        return self.ranges.told(self.ranges.needed(domain, {v.symbol for v in domain}))

    def _ranged(self, step: Step, found: Shown) -> tuple[Equation, ...]:
        """The equations of a step, the last with the ranges of what is new."""
        equations, numbers = found.equations, found.numbers
        if isinstance(step.goal.proposition, Fails):  # at one point
            free = {symbol.name for symbol in step.goal.proposition.proposition.free()}
            if numbers is None or free <= self.ranges.known.keys():
                return tuple(equations)
            return (numbers,)
        claim = self.reading.proposition(step.goal.proposition)
        news = self.ranges.news(step.goal.domain, claim.free())
        sets = sets_in(step.goal, self.statement)
        every = (*self.ranges.told(self.ranges.needed(step.goal.domain, claim.free())), *sets)
        *others, last = equations
        names = frozenset(v.symbol.name for v in news)
        return (*others, Equation(last.left, last.links, every, names, needed=every))

    def _concludes(self, step: Step) -> bool:
        """Whether it shows what the claim says."""
        return step.goal in (*self.statement.printed, *self.statement.corrected)

    def _letters(self, step: Step) -> Iterator[Passage]:
        """The letters that a step needs first, with what they stand for."""
        spoken = self.reading.proposition(step.goal.proposition).free()
        spoken |= {s for variable in assumed(step) for end in (variable.lower, variable.upper)
                   for s in self.reading.expression(end).free_symbols}  # fmt: skip
        spoken |= {s for value in step.hints.values() if isinstance(value, sp.Basic)
                   for s in self.reading.expression(value).free_symbols}  # fmt: skip
        yield from self.ranges.letters(step.goal.domain, spoken)

    # -- what leads to a display -------------------------------------------------------------------

    def _opening(self, step: Step, found: Shown, grounds: Sequence[Words], follows: bool) -> Words:
        if isinstance(step.goal.proposition, Fails):
            return self._failing(step, found)
        reason = self._reason(step, found)
        if not (reason or grounds or follows):
            if told := self._multiplied(step, now=True):
                return (Stretch("We "), *told)
            reason = _ALONE.get(step.method, "this is verified")
        verb = "compute" if isinstance(step.goal.proposition, Integral | Sum) else "obtain"
        if found.before == "telescopes" and not grounds:
            told = words.sentence(words.plain(words.bare(reason)))
            return told if "telescopes" in reason else (*told, Stretch("; it telescopes"))
        if step.method == "region":
            why = words.bare(self._understood(step))
            told = (*words.plain(why), Stretch(", ")) if why else ()
            return words.sentence((*told, *self._enclosed(step)))
        return words.lead(reason, grounds, follows=follows, turn=self.turn, verb=verb)

    def _reason(self, step: Step, found: Shown) -> str:
        """Why a step holds: what its author says, or what is usual."""
        reason, claim = self._understood(step), step.goal.proposition
        usual = words.USUAL.get(step.method, "")
        if step.method == "squeeze" and isinstance(claim, Limit):
            return squeezes.reason(claim, self.reading)
        if step.method == "ladder":
            usual = "differentiate several times" if found.after else usual
            reason = reason if words.is_sentence(words.bare(reason)) else ""
        if step.method == "sum" and found.before != "telescopes":
            usual = "a sum in closed form"
        if step.method == "sign" and all(len(each.links) < 2 for each in found.equations):
            usual = "compare the two sides"  # no factors are shown
        if isinstance(claim, Obtain):
            usual = usual or "there is such a number"
        return reason or usual

    def _multiplied(self, step: Step, *, now: bool) -> Words:
        """What is done to the only relation from which an inequality follows."""
        if step.method != "entailment" or len(step.hints.get("facts", ())) != 1:
            return ()
        return used.multiplied(step, self.derivation, self.reading, self._reference, now=now)

    def _enclosed(self, step: Step) -> Words:
        """By what a strict inequality over a box is shown, and over which."""
        box = ", ".join(f"${one}$" for one in self.ranges.told(step.goal.domain))
        told = self.enclosed.get(step.name, "")
        where = f" for {box}" if box else "" if told else " at one point"
        how = f" ({told})" if told else ", cut into boxes" if box else ""
        return words.dollars(f"by ball arithmetic{where}{how}")

    def _understood(self, step: Step) -> str:
        """The reason of a step, if it can be read alone and its letters have been introduced."""
        letters = words.letters_of(words.plain(step.reason))
        is_told = letters <= self._named(step) and not words.is_elliptic(step.reason)
        return step.reason if is_told else ""

    def _named(self, step: Step) -> frozenset[str]:
        """The names that a reader knows when a step is told."""
        known = {*self.ranges.known, *(v.symbol.name for v in step.goal.domain)}
        known |= {s.name for s in step.goal.proposition.bound()} | self.introduced
        for letter in self.ranges.lettered:
            known |= {letter.name, letter.name.partition("_")[0]}
        known |= {name for name, kind, _ in uses(step.goal) if kind == "set"}
        known |= self.told_in_words
        return frozenset(LETTERS.get(name, name) for name in known)

    def _failing(self, step: Step, found: Shown) -> Words:
        """What leads to a counterexample; the first may have been told with the statement."""
        where = "At the counterexample"
        reason: Words = ()
        if not self.is_told:
            where = f"What is printed fails at {found.before}"
            reason = words.plain(words.bare(apart(self._understood(step), step.goal.proposition)))
        end = ", where we have" if reason or not self.is_told else " we have"
        self.is_told = False
        end = end if found.holds else end.replace("we have", "the following does not hold")
        told = words.dollars(where)
        return (*told, *((Stretch(" ("), *reason, Stretch(")")) if reason else ()), Stretch(end))

    def _put_together(self, step: Step, found: Shown, *, is_led: bool) -> Words:
        """What is said after a display: rules that are new to the reader, what is put into the
        rules of the step, and the relations that were added where no chain shows them; an opening
        that no ground ``led`` to may have said so.
        """
        if self.is_brief:
            return ()
        passed = [self.derivation.step(name) for name in self.through[step.name]]
        rules = {
            str(one.hints["rule"]): one for one in (*passed, step)
            if one.method == "rule" and one.hints["rule"] not in words.KNOWN
        }  # fmt: skip
        concludes = self._concludes(step)
        sentences: list[Words] = []
        for rule, applied in rules.items():
            is_new = rule not in self.told
            sentences += [used.said(rule)] if is_new else []
            if applied.name not in self.told and (applied == step or concludes):
                sentences.append(used.bindings(applied, self.reading, is_new=is_new))
                self.told.add(applied.name)
            self.told.add(rule)
        is_chain = len(found.equations) > 1 or len(found.equations[0].links) > 1
        is_said = not (is_led or self._reason(step, found)) and self._multiplied(step, now=True)
        if step.method != "rule" and not is_chain and not is_said:
            sentences.append(used.added(step, self.derivation, self.reading, self._reference))
        return words.spaced(*sentences)

    def _reference(self, name: str) -> Words:
        """The number of a step, if it has one."""
        if self.derivation.step(name).method != "assume":
            name = self._shown_as(name)
        return (Reference(self._key(name)),) if name and self._is_cited(name) else ()

    def _shown_as(self, name: str) -> str:
        """The step that displays what one says: itself, or the first that says the same."""
        if name in self.shown:
            return name
        step = self.derivation.step(name)
        return next((other for other in self.shown_first if self._says(other, step)), "")

    def _says(self, name: str, step: Step) -> bool:
        """Whether an earlier step says the same of the same variables."""
        goal = self.derivation.step(name).goal
        is_earlier = int(name) < int(step.name)
        is_same = goal.proposition == step.goal.proposition
        return is_earlier and is_same and {*goal.domain} == {*step.goal.domain}

    def _grounds(self, step: Step) -> tuple[list[Words], bool]:
        """What a step follows from, and whether it is the display before, and nothing else."""
        ends = [n for n in self.ends[step.name] if self._is_cited(n)]
        folded = self._folded(step)
        if ends == [self.previous] and not folded:
            return [], True
        return [*words.refer([self._key(name) for name in ends]), *folded], False

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
        own = step.hints.get("rule")
        if own in _UNSAID:
            found.pop(words.plain(words.rule_named(str(own))), None)
        elif step.method == "rule" and not isinstance(step.goal.proposition, Obtain):
            if (rule := words.rule_named(str(step.hints["rule"]))) not in step.reason:
                found[words.plain(rule)] = None
        elif step.method == "privacy":
            found[(Stretch("privacy"),)] = None
        elif step.method == "mirror":
            found[(Stretch("symmetry"),)] = None
        if len(found) > 1 or self.ends[step.name]:
            found.pop(ADDITIVITY, None)  # nobody says so unless there is nothing else to say
        return list(found)[:MOST_RULES]

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


_UNSAID = TOGETHER | {"antisymmetry"}  # rules that a sentence about their conclusion tells
#: What is said of a step with no reason that follows from nothing that is displayed.
_ALONE = {
    "entailment": "add up what is known",
    **dict.fromkeys(choice.MONOTONE, "compare the slopes of the two sides"),
}
ADDITIVITY: Words = (Stretch("additivity of masses"),)
LONGEST_PART = 8  # displays
