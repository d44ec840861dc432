"""Proofs of steps that go from the pieces of a function with periods to the half line."""

from __future__ import annotations

from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, Write, intros, used_at
from dpproofs.coq.propositions import Row
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import number
from dpproofs.kernel.errors import UnsupportedExpression

KINDS = frozenset(("cover", "falling"))


def has_pieces(certificate: Certificate) -> bool:
    """Whether a claim has a step from the pieces of a function to the half line."""
    return any(step["method"] in KINDS for step in certificate["steps"])


def _cover(step: Step, certificate: Certificate) -> str:
    """The piece in which the place lies, and the step about it."""
    found, period, index = _pieces(step, certificate)
    x, at = local(found["variable"]), {found["index"]: index}
    text = f"{intros(step, certificate)}in_a_period {period} {x} {index}. "
    *first, last = step["uses"]
    for name, piece in zip(first, found["pieces"], strict=False):
        text += (
            f"destruct (Rlt_dec {x} ({index} * {period} + {number(piece['upper'], 50)})) "
            f"as [?|?]; [exact ({used_at(name, at, certificate)})|]. "
        )
    return f"{text}exact ({used_at(last, at, certificate)})."


def _falling(step: Step, certificate: Certificate) -> str:
    """Two places lie in one period, or the second in a later one."""
    found, period, index = _pieces(step, certificate)
    x, beyond = local(found["variable"]), number(step["proposition"]["lhs"][-1], 0)
    *inside, last = step["uses"]
    values = [f"(fun {index} => {number(piece['value'])})" for piece in found["pieces"]]

    def neighbours(place: str) -> str:
        at = {found["index"]: place}
        return "".join(f"pose proof ({used_at(name, at, certificate)}); " for name in inside)

    lead = f"intros {index} I_ K_; "
    next_ = used_at(last, {found["index"]: index}, certificate)
    return (
        f"{intros(step, certificate)}assert (W_ : 0 < {period}) by condition. "
        f"pose proof (later_periods {values[0]} {values[-1]}) as C_. cbv beta in C_. "
        f"premise C_ ({lead}{neighbours(index)}Lra.lra). "
        f"premise C_ ({lead}pose proof ({next_}) as F_; by_instance F_). "
        f"two_places {x} {beyond}. two_periods {period} {x} k_ l_ W_ C_; "
        f"[{neighbours('k_')}idtac | {neighbours('k_')}{neighbours('l_')}idtac]; in_each_piece."
    )


def _pieces(step: Step, certificate: Certificate) -> tuple[Row, str, str]:
    """The definition of the function, the width of a period and its number."""
    name = step["evidence"]["name"]
    (found,) = (row for row in certificate["statement"]["definitions"] if row["name"] == name)
    if found["period"] is None:
        raise UnsupportedExpression("no proof in Coq for all pieces of a function without periods")
    return found, number(found["period"], 0), local(found["index"])


METHODS: dict[str, Write] = {"cover": _cover, "falling": _falling}
