"""Proofs of steps about numbers that rules find, and about functions that derivations define."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dpproofs.coq.context import made, standing
from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, Write, intros, used
from dpproofs.coq.propositions import Row, conditions, ranges
from dpproofs.coq.sentence import Certificate, folded, goal_of, introduced
from dpproofs.coq.terms import number
from dpproofs.kernel.errors import UnsupportedExpression

#: A name for the number that is found, which no name of a certificate is.
FOUND = "found_"
FEW, MOST = 2, 4  # arguments of a number, as in coq/found.v and coq/choices.v
#: A proof of what is known of the arguments: of nothing, of one condition, and of more than one.
_CONDITIONS = ("I", "ltac:(assumption)", "ltac:(cbv beta; repeat apply conj; assumption)")


def existence(step: Step, certificate: Certificate) -> str:
    """That there is what a step introduces, with all that is known of it."""
    row, statement = made(step), standing(step, certificate)
    if row["facts"] is None:
        raise UnsupportedExpression("no proof in Coq for a definition of this kind in a step")
    facts = " /\\ ".join(f"({goal_of(fact, statement)})" for fact in row["facts"])
    return folded(f"  exists {local(row['name'])} : {'R -> ' * len(row['arguments'])}R, {facts}")


def taken(step: Step, certificate: Certificate) -> str:
    """Take what a step introduces, where all that it rests on is known."""
    row = made(step)
    words = _lead(step, certificate).replace("?", "ltac:(assumption)")
    shown = f"step_{step['name']} {words}".rstrip()
    return f"destruct ({shown}) as [{local(row['name'])} {_pattern(['?'] * len(row['facts']))}]."


def _lead(step: Step, certificate: Certificate) -> str:
    return introduced(standing(step, certificate), {"domain": [], "proposition": {}})


def obtain(step: Step, certificate: Certificate, shown: str) -> str:
    """That a rule finds a number for all values of its arguments.

    Parameters
    ----------
    step
        The step.
    certificate
        The certificate.
    shown
        A proof, as far as that the rule says that there is a number: the hypothesis ``rule_``.
    """
    row, statement = made(step), standing(step, certificate)
    fixed = {one["name"]: conditions(one) for one in statement["parameters"]}
    own = _moving(step, statement)
    if set(own) != set(row["arguments"]) - set(fixed) or len(own) > MOST:
        raise UnsupportedExpression("no proof in Coq for a number with these arguments")
    known = [
        word
        for one in step["domain"]
        for word in conditions(one)
        if word not in fixed.get(one["name"], ())
    ]
    binders, found = " ".join(map(local, own)), local(FOUND)
    facts = [_at_found(fact, step) for fact in row["facts"]]
    said = " /\\ ".join(f"({goal_of(fact, statement)})" for fact in facts)
    names = [f"R{place}_" for place in range(len(facts))]
    fun, whole = f"fun {binders} => " if own else "", " /\\ ".join(known) or "True"
    text = (
        f"destruct (@found_{len(own)} ({fun}{whole}) "
        f"(fun {' '.join([binders, found]).strip()} => {said})) as [{found} F_]; "
    )
    opened = f"intros {' '.join([binders, _pattern(['?'] * len(known)) or '_']).strip()}; "
    proofs = [_from_rule(fact, name) for fact, name in zip(facts, names, strict=True)]
    there = (
        f"{opened}{shown}destruct rule_ as [{found} {_pattern(names)}]; exists {found}; "
        f"{_each(proofs)}"
    )
    value = " ".join([found, binders]).strip()
    bound = " ".join(map(local, row["arguments"]))
    conditions_ = _CONDITIONS[min(len(known), 2)]
    at = f"(F_ {' '.join([binders, conditions_]).strip()})"
    lead = _lead(step, certificate)
    proofs = []
    for fact, name in zip(row["facts"], names, strict=True):
        words = introduced(statement, fact).removeprefix(lead).strip()
        proofs.append(
            f"{f'intros {words}; ' if words else ''}pose proof {at} as {_pattern(names)}; "
            f"first [exact {name} | apply {name}; assumption]"
        )
    chosen = f"exists {f'(fun {bound} => {value})' if bound else value}; cbv beta; {_each(proofs)}"
    return f"{_before(lead)}{text}[{there} | {chosen}]."


def has_choices(certificate: Certificate) -> bool:
    """Whether a rule finds a number for all values of more than a few variables."""
    found = (step for step in certificate["steps"] if step["proposition"]["kind"] == "obtain")
    return any(len(_moving(step, certificate["statement"])) > FEW for step in found)


def _moving(step: Step, statement: Mapping[str, Any]) -> list[str]:
    """The variables of a step that are no parameters."""
    fixed = {row["name"] for row in statement["parameters"]}
    return [row["name"] for row in step["domain"] if row["name"] not in fixed]


def _before(lead: str) -> str:
    return f"intros {lead}. " if lead else ""


def _at_found(fact: Row, step: Step) -> Row:
    """A fact with a variable for the number, over the variables that are its own."""
    row = made(step)
    head = ["apply", row["name"], *(["sym", name] for name in row["arguments"])]
    own = [one for one in fact["domain"] if one not in step["domain"]]
    return {"domain": own, "proposition": _put(fact["proposition"], head)}


def _put(node: Any, head: list[Any]) -> Any:
    if node == head:
        return ["sym", FOUND]
    if isinstance(node, Mapping):
        return {key: _put(part, head) for key, part in node.items()}
    return [_put(part, head) for part in node] if isinstance(node, list) else node


def _from_rule(fact: Row, name: str) -> str:
    """A fact, from what the rule says."""
    own = (
        f"intros {_words(one)}; at_variable {name} {local(one['name'])}; " for one in fact["domain"]
    )
    return "".join(own) + f"by_instance {name}"


def _words(row: Row) -> str:
    return " ".join([local(row["name"]), *("?" for _ in conditions(row))])


def _pattern(names: Sequence[str]) -> str:
    """An introduction pattern for some things that are joined by "and"."""
    if len(names) < 2:
        return "".join(names)
    return f"[{names[0]} {_pattern(names[1:])}]"


def _each(proofs: Sequence[str]) -> str:
    """A proof for each of some things that are joined by "and"."""
    *first, last = proofs
    return "".join(f"split; [{one} | " for one in first) + last + "]" * len(first)


def _obtained(step: Step, certificate: Certificate) -> str:
    """What is known of a number, as it is known."""
    return f"{_before(_lead(step, certificate))}assumption."


def _definition(step: Step, certificate: Certificate) -> str:
    """What is defined, as it is defined: the equation, or the value in a piece."""
    piece = step["evidence"]["piece"]
    if piece is None:
        return f"{_before(_lead(step, certificate))}assumption."
    text = intros(step, certificate)
    if piece == "even":
        return f"{text}at_the_mirror."
    name = step["evidence"]["name"]
    (row,) = (row for row in certificate["statement"]["definitions"] if row["name"] == name)
    if row["period"] is None:
        return f"{text}in_piece {local(row['variable'])}."
    places = f"{local(row['variable'])} {local(row['index'])} {number(row['period'], 0)}"
    return f"{text}in_period {places}."


def by_pieces(certificate: Certificate) -> bool:
    """Whether a step says what a function in pieces is."""
    steps = (step for step in certificate["steps"] if step["method"] == "definition")
    return any(step["evidence"]["piece"] is not None for step in steps)


def _define(step: Step, certificate: Certificate) -> str:
    """The function, written out."""
    existence(step, certificate)
    definition = made(step)
    bound, value = " ".join(map(local, definition["arguments"])), number(definition["value"])
    whole = f"(fun {bound} => {value})" if bound else f"({value})"
    return f"{_before(_lead(step, certificate))}exists {whole}. intros; reflexivity."


def _witness(step: Step, certificate: Certificate) -> str:
    """Values for which earlier steps say what is promised."""
    said, values = step["proposition"], step["evidence"]["values"]
    text = intros(step, certificate)
    for name in step["uses"]:
        text += f"try (pose proof ({used(name, {}, certificate)}) as G{name}_). "
    for row in said["variables"]:
        text += f"exists {number(values[row['name']], 0)}. "
    shown = " | ".join(f"exact G{name}_" for name in step["uses"])
    otherwise = " | ".join(f"solve [by_instance G{name}_]" for name in step["uses"])
    count = len(said["all"]) + sum(len(known) for _, known in ranges(said["variables"]))
    return text + _each([f"first [{shown} | assumption | condition | {otherwise}]"] * count) + "."


METHODS: dict[str, Write] = {
    "define": _define,
    "definition": _definition,
    "obtained": _obtained,
    "witness": _witness,
}
