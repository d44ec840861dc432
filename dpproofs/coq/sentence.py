"""Sentences as propositions of Coq.

A sentence reads: for all parameters, for all given objects, for all objects that satisfy the
definitions, if the hypotheses hold, then so do the goals. A definition says nothing outside its
domain, and what it says there is always satisfied by something: a function that is written out, or
the measure with a density, which is the measure 0 when there is none.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Any, TypeAlias

from dpproofs.coq.names import claimed, local
from dpproofs.coq.propositions import Row, conditions, is_noise, proposition
from dpproofs.coq.terms import applied, number
from dpproofs.kernel.errors import BadInput, UnsupportedExpression

Certificate: TypeAlias = Mapping[str, Any]

WIDTH = 100


@dataclass(frozen=True)
class Said:
    """A sentence in Coq: its identifier, and the text of its definitions.

    Attributes
    ----------
    id
        The claim.
    name
        The identifier of the proposition.
    text
        ``Definition ... : Prop := ...``, after those that it speaks of.
    """

    id: str
    name: str
    text: str


def sentence(certificate: Certificate) -> Said:
    """The sentence that a claim decides.

    What the paper prints and is refuted is a proposition of its own, of which the sentence says
    that it is false; everything else that the claim says is said together. Nothing is left out.

    Parameters
    ----------
    certificate
        A certificate, of which the statement and the counterexamples are read.

    Raises
    ------
    UnsupportedExpression
        When something in it cannot be said, naming the claim and the thing.
    """
    statement = certificate["statement"]
    try:
        return _sentence(certificate, statement)
    except (LookupError, TypeError, ValueError) as error:
        raise UnsupportedExpression(f"{statement['id']} cannot be said in Coq: {error}") from error


def _sentence(certificate: Certificate, statement: Mapping[str, Any]) -> Said:
    name = claimed(statement["id"])
    wrong, right = parted(certificate)
    texts, parts = [], []
    for place, goal in enumerate(wrong, 1):
        printed_name = f"{name}_printed_{place}"
        texts.append(f"Definition {printed_name} : Prop :=\n{closed(statement, [goal])}.")
        parts.append(f"~ {printed_name}")
    if right:
        whole = closed(statement, right)
        parts.append(f"({whole.strip()})" if parts else whole.strip())
    if not parts:
        raise BadInput("goals", 0, "at least one thing that is claimed")
    body = " /\\\n  ".join(parts)
    texts.append(f"Definition {name} : Prop :=\n  {body}.")
    return Said(statement["id"], name, "\n\n".join(texts))


def parted(certificate: Certificate) -> tuple[list[Row], list[Row]]:
    """The goals of a claim: those of which a step shows that they fail, and all others."""
    steps, statement = certificate["steps"], certificate["statement"]
    false = {key(fails_or_says(step)) for step in steps if step["proposition"]["kind"] == "fails"}
    printed = statement["printed"]
    wrong = [goal for goal in printed if key(goal) in false]
    right = [goal for goal in printed if key(goal) not in false]
    return wrong, [*right, *statement["corrected"], *statement["also"]]


def fails_or_says(step: Row) -> Row:
    """The goal that a step says, or of which it says that it fails."""
    said = step["proposition"]
    said = said["proposition"] if said["kind"] == "fails" else said
    return {"proposition": said, "domain": step["domain"]}


def closed(statement: Mapping[str, Any], goals: Sequence[Row]) -> str:
    """The proposition that goals of a statement hold, with everything on which they depend."""
    lines = (*_lead(statement), *_goals(goals, statement))
    return "\n".join(map(folded, lines))


def introduced(statement: Mapping[str, Any], goal: Row) -> str:
    """Names for all that stands before a goal: objects by their names, what is known by ``?``."""
    fixed = {row["name"]: row for row in statement["parameters"]}
    words = [word for row in statement["parameters"] for word in _named(row, ())]
    for given in statement["given"]:
        words += [local(given["name"]), *(["?"] if given["kind"] != "function" else [])]
    for definition in statement["definitions"]:
        words += [local(definition["name"]), "?"]
    words += ["?"] * len(statement["hypotheses"])
    for row in goal["domain"]:
        if row["name"] in fixed:
            words += _named(row, conditions(fixed[row["name"]]))[1:]
        else:
            words += _named(row, ())
    declared = {row["name"] for row in (*statement["given"], *statement["definitions"])}
    for name in dict.fromkeys(sets_in(goal["proposition"])):
        words += [] if name in declared else [local(name), "?"]
    return " ".join(words)


def _named(row: Row, known: Collection[str]) -> list[str]:
    return [local(row["name"]), *("?" for one in conditions(row) if one not in known)]


def folded(line: str) -> str:
    """A line in as many lines as it takes; between words, which is all the same to Coq."""
    indent = " " * (len(line) - len(line.lstrip()))
    return fill(
        line.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + "  ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def integer_noise(statement: Mapping[str, Any]) -> set[str]:
    """The names of noise on the integers."""
    rows = [*statement["given"], *statement["definitions"]]
    return {row["name"] for row in rows if row.get("on") == "integers"}


def key(goal: Row) -> str:
    return json.dumps({"p": goal["proposition"], "d": goal["domain"]}, sort_keys=True)


# -- what comes first ------------------------------------------------------------------------------


def _lead(statement: Mapping[str, Any]) -> Iterator[str]:
    """The parameters, the given objects, the definitions and the hypotheses, a line each."""
    for row in statement["parameters"]:
        yield "  " + _for_all(local(row["name"]), "R", conditions(row))
    for given in statement["given"]:
        yield "  " + _given(given)
    for definition in statement["definitions"]:
        yield from _definition(definition, statement)
    for hypothesis in statement["hypotheses"]:
        yield f"  ({goal_of(hypothesis, statement)}) ->"


def _for_all(name: str, kind: str, known: Sequence[str]) -> str:
    return f"forall {name} : {kind}, " + "".join(f"{condition} -> " for condition in known)


def _given(given: Row) -> str:
    name, kind, arity = local(given["name"]), given["kind"], given.get("arity", 0)
    arrows = "R -> " * arity
    if kind == "function":
        return f"forall {name} : {arrows}R,"
    if kind == "norm":
        space = f"vector_point {local(given['dimension'])} -> R"
        return f"forall {name} : {space}, vector_norm {name} ->"
    if kind == "vector":
        return f"forall {name} : {arrows}vectors {local(given['on'])}, {is_noise(given)} ->"
    if arity and kind != "noise":
        raise BadInput("arity", arity, f"0 for a {kind}")
    if kind == "set":
        return f"forall {name} : R -> Prop, borel {name} ->"
    if kind == "cost":
        return f"forall {name} : R -> extended, cost {name} ->"
    if kind != "noise":
        raise UnsupportedExpression(f"no object of Coq for the kind {kind!r}")
    return f"forall {name} : {arrows}law, {is_noise(given)} ->"


def _definition(found: Row, statement: Mapping[str, Any]) -> Iterator[str]:
    """For all objects that satisfy a definition."""
    name, kind = found["name"], found["kind"]
    if name in set(bound(found)):
        raise BadInput("variable", name, "a name that no object has")
    arguments = [["sym", argument] for argument in found["arguments"]]
    fixed = {row["name"]: row for row in statement["parameters"]}
    lead = _over(found["domain"], fixed)
    if missing := set(found["arguments"]) - {row["name"] for row in found["domain"]}:
        raise BadInput("arguments", sorted(missing), f"variables of the domain of {name}")
    if kind == "value":
        yield f"  forall {local(name)} : {'R -> ' * len(arguments)}R,"
        yield f"  ({lead}{applied(name, arguments)} = {number(found['value'], 50)}) ->"
    elif kind == "pieces":
        yield f"  forall {local(name)} : {'R -> ' * len(arguments)}R -> R,"
        x = found["variable"]
        head = applied(name, [*arguments, ["sym", x]])
        yield f"  ({lead}forall {local(x)} : R, {head} ="
        *rows, last = _pieces(found)
        yield from (f"    {row}" for row in rows)
        yield f"    {last}) ->"
    elif kind == "noise":
        yield f"  forall {local(name)} : {'R -> ' * len(arguments)}law,"
        density = applied(found["density"], arguments, 0)
        made = f"with_density {density} {number(found['atom'], 0)}"
        if found["on"] == "integers":
            if found["atom"] != ["int", "0"]:
                raise BadInput("atom", found["atom"], f"0 for the masses of {name}")
            made = f"with_masses {density}"
        yield f"  ({lead}{applied(name, arguments)} = {made}) ->"
    else:
        raise UnsupportedExpression(f"no definition of Coq for the kind {kind!r}")


def written(found: Row, statement: Mapping[str, Any]) -> str:
    """What a definition defines, as a function that is written out."""
    arguments = [local(name) for name in found["arguments"]]
    if found["kind"] == "value":
        body = number(found["value"])
    elif found["kind"] == "pieces":
        arguments.append(local(found["variable"]))
        body = " ".join(_pieces(found))
    else:
        rows = {row["name"]: row for row in statement["definitions"]}
        density = f"({written(rows[found['density']], statement)})"
        own = [["sym", name] for name in found["arguments"]]
        applied_ = f"({' '.join([density, *(number(part, 0) for part in own)])})"
        atom = number(found["atom"], 0)
        body = f"with_density {applied_} {atom}"
        if found["on"] == "integers":
            body = f"with_masses {applied_}"
    return f"fun {' '.join(arguments)} => {body}" if arguments else body


def _pieces(found: Row) -> Iterator[str]:
    """A function in pieces of |x|, at x: a line a piece."""
    x = local(found["variable"])
    yield f"let {x} := Rabs {x} in"
    shift = ""
    if found["period"] is not None:
        period, index = number(found["period"], 0), local(found["index"])
        yield f"let {index} := period_of {period} {x} in"
        shift = f"{index} * {period} + "
    *rows, last = found["pieces"]
    if last["upper"] != (["oo"] if found["period"] is None else found["period"]):
        raise BadInput("upper", last["upper"], f"the end of the last piece of {found['name']}")
    for row in rows:
        end = number(row["upper"], 40)
        yield f"if Rlt_dec {x} ({shift}{end}) then {number(row['value'])} else"
    yield number(last["value"])


# -- goals -----------------------------------------------------------------------------------------


def _goals(goals: Sequence[Row], statement: Mapping[str, Any]) -> Iterator[str]:
    for place, goal in enumerate(goals):
        end = " /\\" if place < len(goals) - 1 else ""
        yield f"  ({goal_of(goal, statement)}){end}"


def goal_of(goal: Row, statement: Mapping[str, Any]) -> str:
    """A goal or hypothesis: over its own variables, under its conditions on parameters."""
    fixed = {row["name"]: row for row in statement["parameters"]}
    declared = {row["name"] for row in (*statement["given"], *statement["definitions"])}
    sets = dict.fromkeys(name for name in sets_in(goal) if name not in declared)
    if twice := (declared | set(sets)) & set(bound(goal)):
        raise BadInput("variable", sorted(twice), "a name that no object has")
    lead = _over(goal["domain"], fixed)
    lead += "".join(f"forall {local(name)}, borel {local(name)} -> " for name in sets)
    return lead + proposition(goal["proposition"], integer_noise(statement))


def _over(domain: Sequence[Row], fixed: Mapping[str, Row]) -> str:
    """For all variables that are no parameters, if parameters keep the bounds that are new."""
    text = ""
    for row in domain:
        if row["name"] not in fixed:
            text += _for_all(local(row["name"]), "R", conditions(row))
            continue
        known: Collection[str] = conditions(fixed[row["name"]])
        text += "".join(f"{one} -> " for one in conditions(row) if one not in known)
    return text


def sets_in(node: Any) -> Iterator[str]:
    """The names of sets in a tree, in order."""
    if isinstance(node, Mapping):
        for part in node.values():
            yield from sets_in(part)
    elif isinstance(node, (list, tuple)):
        if len(node) == 2 and node[0] == "set" and isinstance(node[1], str):
            yield node[1]
        for part in node:
            yield from sets_in(part)


def bound(node: Any) -> Iterator[str]:
    """The names of all variables that occur in a tree, and of those that it binds."""
    if isinstance(node, Mapping):
        if "lower" in node and "name" in node:
            yield node["name"]
        yield from (node[key] for key in ("variable", "index") if isinstance(node.get(key), str))
        for part in node.values():
            yield from bound(part)
    elif isinstance(node, (list, tuple)):
        if len(node) == 2 and node[0] == "sym":
            yield node[1]
        for part in node:
            yield from bound(part)
