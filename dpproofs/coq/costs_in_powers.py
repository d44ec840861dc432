"""Proofs of steps about expected costs whose values have powers with symbols in their exponents."""

from __future__ import annotations

from dpproofs.coq.factors import Factors
from dpproofs.coq.names import local
from dpproofs.coq.powers import has_power
from dpproofs.coq.premises import Step, Write, earlier, intros, minus, used
from dpproofs.coq.propositions import Row, function
from dpproofs.coq.roots import point
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, number, put
from dpproofs.kernel.errors import UnsupportedExpression

NO_POWER = "no power of a variable that may be 0"


def applies(step: Step, certificate: Certificate) -> bool:
    """Whether a step is one of these, where powers are products of variables."""
    if not certificate.get("powers") or step["method"] not in METHODS:
        return False
    try:
        METHODS[step["method"]](step, certificate)
    except UnsupportedExpression:
        return False
    return True


def _sign(step: Step, certificate: Certificate) -> str:
    """A power of a variable that may be 0, with a positive exponent, is not negative."""
    said = step["proposition"]
    base = _may_vanish(step, "rhs")
    if (said["lhs"], said["op"]) != (["int", "0"], "<="):
        raise UnsupportedExpression(NO_POWER)
    return (
        f"{intros(step, certificate)}{_apart(base)}"
        "[rewrite Z_, power_zero by condition; apply Rle_refl "
        "| apply Rlt_le, power_gt_0; Lra.lra]."
    )


def _increasing(step: Step, certificate: Certificate) -> str:
    """A power with a positive exponent grows with its base, from 0 on."""
    said = step["proposition"]
    base, higher = _may_vanish(step, "lhs"), said["rhs"]
    if higher[0] != "pow" or higher[2] != said["lhs"][2]:
        raise UnsupportedExpression(NO_POWER)
    return (
        f"{intros(step, certificate)}{_apart(base)}"
        "[rewrite Z_, power_zero by condition; apply power_gt_0; Lra.lra "
        "| rewrite !power_pos by Lra.lra; apply exp_increasing, Rmult_lt_compat_l; "
        "[Lra.lra | apply ln_increasing; Lra.lra]]."
    )


def _entailment(step: Step, certificate: Certificate) -> str:
    """What is said of such a power is weaker than a fact."""
    facts, said = step["evidence"]["facts"], step["proposition"]
    name = str(facts[0]["fact"]) if len(facts) == 1 and not facts[0]["at"] else ""
    _may_vanish(step, "lhs")
    if not name or earlier(name, certificate)["proposition"] != {**said, "op": "<"}:
        raise UnsupportedExpression(NO_POWER)
    return f"{intros(step, certificate)}apply Rlt_le. exact ({used(name, {}, certificate)})."


def _may_vanish(step: Step, side: str) -> Tree:
    """The base of a side that is a power of a variable that may be 0."""
    said = step["proposition"]
    whole = said[side] if said["kind"] == "relation" else []
    closed = [["sym", row["name"]] for row in step["domain"] if row["ends"][0] == "["]
    if whole[:1] != ["pow"] or not has_power(whole) or whole[1] not in closed:
        raise UnsupportedExpression(NO_POWER)
    base: Tree = whole[1]
    return base


def _apart(base: Tree) -> str:
    return f"destruct (Req_dec {number(base, 0)} 0) as [Z_|Z_]; "


def _instance(step: Step, certificate: Certificate) -> str:
    """An expected cost at some values, whose powers are of other numbers there."""
    (name, *others), at = step["uses"], step["evidence"]["at"]
    known, said = _expected(earlier(name, certificate)), _expected(step)
    beside = "".join(f"try (pose proof ({used(n, {}, certificate)}) as G{n}_). " for n in others)
    return (
        f"{intros(step, certificate)}{beside}"
        f"pose proof ({used(name, at, certificate)}) as F_. "
        f"{_same(step, certificate, put(known['value'], at), said['value'])}"
        "refine (expectation_as F_ _ _ V_); [same_laws | reflexivity]."
    )


def _weaken(step: Step, certificate: Certificate) -> str:
    """The same with its value written otherwise, or with the least value of a function for it."""
    first, *others = step["uses"]
    known, said = _expected(earlier(first, certificate)), step["proposition"]
    text = f"{intros(step, certificate)}pose proof ({used(first, {}, certificate)}) as E_. "
    if not others:
        same = _same(step, certificate, known["value"], said["value"])
        return f"{text}{same}exact (expectation_as E_ eq_refl eq_refl V_)."
    least = earlier(others[0], certificate)["proposition"]
    if least["kind"] != "minimum" or said["op"] != ">=":
        raise UnsupportedExpression("no least value of a function")
    shown = used(others[0], {}, certificate)
    return f"{text}{_least(step, certificate, least, shown)}exact (is_at_least E_ B_)."


def _least(step: Step, certificate: Certificate, least: Row, shown: str) -> str:
    """The least value of a function, as it is stated, is no larger than that at its variable."""
    f, at, x = function(least["variable"], least["function"]), least["at"], local(least["variable"])
    here = number(at, 0)
    there = put(least["function"], {least["variable"]: at})
    return (
        f"assert (B_ : {f} {here} <= {f} {x}) by "
        f"(destruct ({shown}) as [_ M_]; destruct (Req_dec {x} {here}) as [X_|X_]; "
        "[rewrite X_; apply Rle_refl | apply Rlt_le, M_; [repeat split; condition | exact X_]]). "
        f"{_same(step, certificate, there, step['proposition']['value'], f'{f} {here}')}"
        "cbv beta in B_, V_. rewrite V_ in B_. "
    )


def _expected(step: Step) -> Row:
    """What a step says of an expected cost that is equal to a value with such powers."""
    said: Row = step["proposition"]
    if said["kind"] != "expected" or said["op"] != "==" or not has_power(said["value"]):
        raise UnsupportedExpression("no expected cost with such powers")
    return said


def _same(step: Step, certificate: Certificate, left: Tree, right: Tree, text: str = "") -> str:
    """Two numbers are equal, as they are when each power is a product of variables."""
    found = Factors([minus(left, right)], point(step, certificate), opened=True, powers=True)
    named = f"{found.text()}{found.put_in()}{found.cleared()}".replace(". ", "; ")
    return (
        f"assert (V_ : {text or number(left, 50)} = {number(right, 50)}) by "
        f"(cbv beta; {named}field; repeat split; other_than_zero). "
    )


METHODS: dict[str, Write] = {
    "entailment": _entailment,
    "increasing": _increasing,
    "instance": _instance,
    "sign": _sign,
    "weaken": _weaken,
}
