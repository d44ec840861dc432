"""Steps of certificates as proofs in Coq, and the theorem that a claim's sentence holds.

Each step is a lemma that says all that it rests on: parameters, given objects, definitions,
hypotheses, its own domain. The last theorem has the exported sentence as its type.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from dpproofs.coq import (
    analysis,
    applications,
    bounds,
    cells,
    contrary,
    costs_in_powers,
    densities,
    differences,
    document,
    events,
    expansions,
    exponents,
    factors,
    falling,
    intervals,
    ladders,
    laws,
    positivity,
    powers,
    powers_at_ends,
    programs,
    radicals,
    refuted,
    roots,
    squares,
    values_of_rules,
    witnesses,
)
from dpproofs.coq.context import apart, introduces, resting, standing
from dpproofs.coq.premises import Step, Write, earlier, intros, plain, used
from dpproofs.coq.propositions import Row, function
from dpproofs.coq.sentence import (
    Certificate,
    closed,
    fails_or_says,
    introduced,
    key,
    parted,
    sentence,
)
from dpproofs.coq.terms import has_circular, is_infinite, number, put
from dpproofs.kernel.errors import UnsupportedExpression


def proof(
    certificate: Certificate,
    *,
    stronger: bool = False,
    factored: bool = False,
    everywhere: bool = False,
    in_powers: bool = False,
    unproved: Collection[str] = (),
) -> str:
    """The file of Coq that proves a claim.

    Parameters
    ----------
    certificate
        The claim's certificate.
    stronger
        Whether with the stronger tactics, which take longer where they find nothing.
    factored
        Whether beside these what is left of a step is factored here.
    everywhere
        Whether this is done of all claims, and premises of rules are shown in turn.
    in_powers
        Whether beside this powers with symbols in their exponents are products of variables.
    unproved
        The names of rules for which there is no theorem. That the sentence holds is shown under
        the hypothesis that those of them hold that the claim uses.

    Raises
    ------
    UnsupportedExpression
        When the claim has a step of a method for which no proof can be written, naming it.
    """
    said = sentence(certificate)
    certificate = {
        **resting(apart(certificate)),
        "unproved": unproved,
        "everywhere": everywhere,
        "powers": in_powers,
    }
    parts = [lemma(step, certificate, factored=factored) for step in certificate["steps"]]
    parts.append(_theorem(certificate, said.name))
    if rules := applications.trusted(certificate):
        parts = ["Section Trusting.", *map(_hypothesis, rules), *parts, "End Trusting."]
        under = "".join(f"statements.{applications.stated(one)} -> " for one in rules)
        parts.append(f"Definition {said.name}_trusting : {under}{said.name} := {said.name}_proved.")
    parts = [header(certificate, stronger=stronger, factored=factored), said.text, *parts]
    return "\n\n".join(parts) + "\n"


def _hypothesis(rule: Row) -> str:
    return f"Hypothesis {applications.hypothesis(rule)} : statements.{applications.stated(rule)}."


def header(certificate: Certificate, *, stronger: bool = False, factored: bool = False) -> str:
    """The files that a proof needs."""
    methods = {step["method"] for step in certificate["steps"]}
    rules, ways = "rule" in methods, laws.ways(certificate)
    by_factors = factored and (
        factors.about_factors(certificate) or differences.about_differences(certificate)
    )
    about = {
        "numbers": True,
        "noise": events.about_noise(certificate),
        "losses": events.about_losses(certificate),
        "densities": densities.has_density(certificate),
        "atoms": laws.ATOM in ways,
        "enclosed": densities.has_any_cost(certificate),
        "points": laws.MASSES in ways,
        "intervals": _by_edges(certificate) or roots.about_roots(certificate) or by_factors,
        "counts": applications.by_masses(certificate)
        or any(intervals.counts(step, certificate) for step in certificate["steps"]),
        "expansions": "series" in methods,
        "defined": values_of_rules.by_pieces(certificate) or applications.by_density(certificate),
        "falling": falling.has_pieces(certificate),
        "found": any(map(introduces, certificate["steps"])),
        "choices": values_of_rules.has_choices(certificate),
        "sums": applications.of_sums(certificate),
        "vectors": applications.about_vectors(certificate),
        "shells": applications.in_turn(certificate),
        "at root": any(
            step["method"] == "integral" and _at_root(step) for step in certificate["steps"]
        ),
        "stronger": stronger,
        "origin": stronger and laws.MASSES in ways,
        "errors": stronger and intervals.has_errors(certificate),
        "bells": factored and factors.has_errors(certificate),
        "rungs": stronger
        and "ladder" in methods
        and ("series" in methods or (factored and factors.is_erratum(certificate))),
        "products": analysis.has_products(certificate),
        "climbing": ladders.about_climbing(certificate),
        "roots": roots.about_roots(certificate) or by_factors,
        "factors": by_factors,
        "programs": factored and programs.has_programs(certificate),
        "premises": (
            factored and factors.is_erratum(certificate) and applications.of_sequences(certificate)
        ),
        "squares": factored and squares.about_squares(certificate),
        "radicals": radicals.about_radicals(certificate),
        "refuted": witnesses.is_refuted(certificate) or contrary.is_contrary(certificate),
        "cells": cells.has_cells(certificate),
        "regions": cells.has_cells(certificate) and "region" in methods,
        "contrary": contrary.is_contrary(certificate),
        "solutions": witnesses.has_solutions(certificate),
        "quick": bool(certificate.get("everywhere")),
        "bounds": bounds.has_bounds(certificate),
        "powers": powers.has_powers(certificate),
        "arguments": applications.at_products(certificate),
        "circular": has_circular(certificate),
    }
    return document.header([name for name, needed in about.items() if needed], rules=rules)


def lemma(step: Step, certificate: Certificate, *, factored: bool = False) -> str:
    """A step as a lemma with its proof.

    Raises
    ------
    UnsupportedExpression
        When no proof can be written, naming the method.
    """
    write = (_BY_ROOTS if roots.applies(step) else _METHODS).get(step["method"])
    if factored and factors.applies(step, certificate):
        write = factors.METHODS[step["method"]]
    if factored and squares.applies(step, certificate):
        write = squares.METHODS[step["method"]]
    for more in (differences, positivity, costs_in_powers):  # where all is tried
        if more.applies(step, certificate):
            write = more.METHODS[step["method"]]
    if factored and factors.is_erratum(certificate):
        write = programs.METHODS.get(step["method"], write)
    if write is None:
        raise UnsupportedExpression(f"no proof in Coq for the method {step['method']!r}")
    statement = standing(step, certificate)
    if introduces(step):
        lines = (closed(statement, []), values_of_rules.existence(step, certificate))
        return _lemma(step, "\n".join(filter(None, lines)), write(step, certificate))
    body = closed(statement, [fails_or_says(step)])
    if step["proposition"]["kind"] == "fails":
        body = f"  ~ ({body.strip()})"
    return _lemma(step, body, write(step, certificate))


def _lemma(step: Step, body: str, shown: str) -> str:
    return f"Lemma step_{step['name']} :\n{body}.\nProof. {shown} Qed."


def _theorem(certificate: Certificate, name: str) -> str:
    """The sentence, from the steps that say its goals."""
    steps = {key(fails_or_says(step)): step for step in reversed(certificate["steps"])}
    wrong, right = parted(certificate)
    lines = [f"unfold {name}."]
    for place, goal in enumerate(wrong, 1):
        last = place == len(wrong) and not right
        proved = f"unfold {name}_printed_{place}; exact {_by(goal, steps)}"
        lines.append(f"{proved}." if last else f"split; [{proved}|].")
    statement = certificate["statement"]
    lead = introduced(statement, {"domain": [], "proposition": {}})
    lines += [f"intros {lead}."] if right and lead else []
    lines += [
        values_of_rules.taken(step, certificate) for step in _found(right, steps, certificate)
    ]
    for place, goal in enumerate(right, 1):
        own = introduced(statement, goal).removeprefix(lead).strip()
        at = steps.get(key(goal))
        named = introduced(standing(at, certificate) if at else statement, goal)
        filled = named.replace("?", "ltac:(assumption)")
        proved = f"{f'intros {own}; ' if own else ''}exact ({_by(goal, steps)} {filled})"
        lines.append(f"{proved}." if place == len(right) else f"split; [{proved}|].")
    body = "\n  ".join(lines)
    return f"Theorem {name}_proved : {name}.\nProof.\n  {body}\nQed."


def _found(
    goals: Sequence[Row], steps: Mapping[str, Step], certificate: Certificate
) -> Iterator[Step]:
    """The steps that introduce what the steps that say the goals rest on, in order."""
    if not any(map(introduces, certificate["steps"])):
        return
    rest = certificate["rests"]
    names = {
        row["name"]
        for goal in goals
        if key(goal) in steps
        for row in rest[steps[key(goal)]["name"]]
    }
    yield from (step for step in certificate["steps"] if step["name"] in names)


def _by(goal: Row, steps: Mapping[str, Step]) -> str:
    if key(goal) not in steps:
        raise UnsupportedExpression("a goal that no step says")
    return f"step_{steps[key(goal)]['name']}"


# -- a method each ---------------------------------------------------------------------------------


def _assume(step: Step, certificate: Certificate) -> str:
    lead = introduced(standing(step, certificate), {"domain": [], "proposition": {}})
    return f"intros {lead}. assumption."


def _integral(step: Step, certificate: Certificate) -> str:
    primitive = step["evidence"].get("antiderivative")
    if primitive is None:
        raise UnsupportedExpression("no proof in Coq for an integral without an antiderivative")
    said = step["proposition"]
    if said["integrand"] == ["int", "0"] and _by_edges(certificate):
        return f"{intros(step, certificate)}apply integral_nothing. ends."
    inside = function(said["variable"], primitive)
    if primitive[0] in ("int", "rat"):
        inside = f"({inside} : R -> R)"
    improper = is_infinite(said["lower"]) or is_infinite(said["upper"])
    tactic = "by_improper_integral" if improper else "by_integral"
    tactic += "_at_root" if _at_root(step) and not improper else ""
    return f"{intros(step, certificate)}{powers_at_ends.shortened(step)}{tactic} {inside}."


def _by_edges(certificate: Certificate) -> bool:
    """Whether a claim needs what is known of intervals, and of integrals of what is 0."""
    return intervals.has_intervals(certificate) or cells.has_cells(certificate)


def _at_root(step: Step) -> bool:
    """Whether a variable of a step is a root, of which a power is known."""
    return any(row["root"] is not None for row in step["domain"])


def _sum(step: Step, certificate: Certificate) -> str:
    said, evidence = step["proposition"], step["evidence"]
    if "quotient" not in evidence:
        raise UnsupportedExpression("no proof in Coq for a sum without a quotient")
    index, ratio = ["sym", said["index"]], evidence["ratio"]
    term = evidence["quotient"]
    if is_infinite(said["upper"]):
        inside = f"({function(said['index'], term)} : R -> R) {number(ratio, 0)}"
        return f"{intros(step, certificate)}by_infinite_sum {inside}."
    if ratio != ["int", "1"]:
        term = ["mul", term, ["pow", ratio, index]]
    return f"{intros(step, certificate)}by_finite_sum {function(said['index'], term)}."


def _entailment(step: Step, certificate: Certificate) -> str:
    """The facts where they are used, each times its multiplier."""
    if intervals.has_intervals(certificate) and exponents.has_sums(step, certificate):
        return exponents.entailment(step, certificate)
    facts = step["evidence"]["facts"]
    others = [name for name in step["uses"] if name not in {str(row["fact"]) for row in facts}]
    lines = []
    for place, row in enumerate(facts):
        name = f"F{place}_"
        lines.append(f"pose proof ({used(str(row['fact']), row['at'], certificate)}) as {name}.")
        lines.append(f"multiplied {number(row['times'], 0)} {name}.")
        if place:
            lines.append(f"added {name} F{place - 1}_.")
    if not facts:  # what is added is 0
        lines.append("pose proof (eq_refl 0) as F_.")
    shown = f"by_entailment F{len(facts) - 1}_" if facts else "by_entailment F_"
    if powers.has_powers({**certificate, "steps": [step]}):
        shown = f"first [solve [by_bases F{len(facts) - 1}_] | {shown}]"
    if laws.ATOM in laws.ways(certificate):
        shown = f"first [{shown} | without_quotients; {shown}]"
    text = intros(step, certificate) + _beside(others, certificate)
    return f"{text}{' '.join(lines)} {shown}."


def _instance(step: Step, certificate: Certificate) -> str:
    (name, *others), at = step["uses"], dict(step["evidence"]["at"])
    fact = used(name, at, certificate, step["evidence"].get("sets"))
    known, said = earlier(name, certificate)["proposition"], step["proposition"]
    text = intros(step, certificate) + _beside(others, certificate)
    if (
        said["kind"] == "expected"
        and said["op"] == ">="
        and put(known["value"], at) != said["value"]
    ):
        return (
            f"{text}pose proof ({fact}) as F_. match type of F_ with "
            "_ ?v_ => match goal with |- _ ?w_ => replace w_ with v_ by by_identity end end. "
            "exact F_."
        )
    return f"{text}pose proof ({fact}) as F_. by_instance F_."


def _beside(names: Sequence[str], certificate: Certificate) -> str:
    """What other steps say at the same values, by which conditions hold."""
    return "".join(f"try (pose proof ({used(n, {}, certificate)}) as G{n}_). " for n in names)


def _duality(step: Step, certificate: Certificate) -> str:
    """A feasible point, and the rows by which nothing is better."""
    point = step["evidence"]["point"]
    values = " ".join(f"exists {number(point[n], 0)};" for n in step["proposition"]["variables"])
    return f"{intros(step, certificate)}split; [{values} feasible | no_better]."


_METHODS: dict[str, Write] = {
    **analysis.METHODS,
    **applications.METHODS,
    **cells.METHODS,
    **contrary.METHODS,
    **densities.METHODS,
    **events.METHODS,
    **falling.METHODS,
    **values_of_rules.METHODS,
    **intervals.METHODS,
    **refuted.METHODS,
    "assume": _assume,
    "duality": _duality,
    "derivative": plain("by_derivative"),
    "entailment": _entailment,
    "identity": plain("by_identity"),
    "instance": _instance,
    "integral": _integral,
    "series": expansions.series,
    "sign": plain("by_sign"),
    "sum": _sum,
}

_BY_ROOTS: dict[str, Write] = {**roots.METHODS, "series": radicals.series}
