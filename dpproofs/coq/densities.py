"""Proofs that noise with a density exists, and of what is expected under it.

The half line is put together from the pieces of the density, each with the integral that an
earlier step shows; with periods, from the sum over them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dpproofs.coq.laws import ANY_COST, DENSITY, Words, law
from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, Write, earlier, intros, used, used_at
from dpproofs.coq.propositions import Row, function
from dpproofs.coq.rules import tagged
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, is_infinite, number, put
from dpproofs.kernel.errors import UnsupportedExpression

KINDS = frozenset(("evenness", "existence", "expectation"))
ZERO = ["int", "0"]


def has_any_cost(certificate: Certificate) -> bool:
    """Whether a claim has a step about what any cost is expected to be."""
    steps = (step for step in certificate["steps"] if step["method"] == "expectation")
    return any(_of_any_cost(step["proposition"]) for step in steps)


def has_density(certificate: Certificate) -> bool:
    """Whether a claim has a step about noise with a density."""
    return any(step["method"] in KINDS for step in certificate["steps"])


@dataclass(frozen=True)
class Half:
    """The half line, in the pieces of a density at some arguments.

    Attributes
    ----------
    density
        The definition of the density.
    at
        Its arguments.
    summed
        What is integrated, as a term of Coq.
    steps
        The names of the steps with the integrals, and with the sum over the periods at the end.
    certificate
        Where these steps are.
    words
        What is said of such noise.
    """

    density: Row
    at: Mapping[str, Tree]
    summed: str
    steps: Sequence[str]
    certificate: Certificate
    words: Words = DENSITY

    @property
    def period(self) -> str:
        """The length of a period."""
        return number(put(self.density["period"], self.at), 0)

    def ends(self) -> Iterator[Tree]:
        """Where the pieces end."""
        yield ZERO
        for piece in self.density["pieces"]:
            yield put(piece["upper"], self.at)

    def value(self) -> str:
        """The integral over the half line."""
        if self.density["period"] is not None:
            return number(earlier(self.steps[-1], self.certificate)["proposition"]["value"], 0)
        return f"({' + '.join(self._shares())})"

    def text(self) -> str:
        """The proof that the half line has this integral."""
        if self.density["period"] is None:
            return f"{self._ordered()}{self._pieces('', self.words.on_piece)}exact Q_"
        index = local(self.density["index"])
        shown = used(self.steps[-1], {}, self.certificate)
        part, on = self.words.part, f"({self.words.on_period} {index} {self.period})"
        return (
            f"assert (W_ : 0 < {self.period}) by condition; {self._ordered()}"
            f"refine ({part}_series (h := {self.summed}) (w := {self.period}) W_ _ ({shown})); "
            f"intros {index} I_ K_; "
            f"assert (0 <= {index} * {self.period}) "
            "by (apply Rmult_le_pos; [exact K_ | apply Rlt_le, W_]); "
            f"{self._pieces(index, on)}"
            f"refine ({part}_same Q_ _ _ _); [reflexivity | same_ends | cbv beta; by_identity]"
        )

    def _ordered(self) -> str:
        ends = [number(end, 50) for end in self.ends() if not is_infinite(end)]
        return "".join(f"assert ({low} <= {high}) by condition; " for low, high in pairwise(ends))

    def _shares(self) -> list[str]:
        found = self.steps[: len(self.density["pieces"])]
        said = [earlier(name, self.certificate)["proposition"] for name in found]
        return [number(integral["value"], 0) for integral in said]

    def _pieces(self, index: str, on: str) -> str:
        """Each piece from its integral, and all of them together."""
        lead = f"{index} * {self.period} + " if index else ""
        ends = [
            "p_infty" if is_infinite(end) else f"(Finite ({lead}{number(end, 50)}))"
            for end in self.ends()
        ]
        if index:
            ends[0] = f"(Finite ({index} * {self.period}))"
        at = {self.density["index"]: index} if index else {}
        text, before, total = "", "", ""
        for place, share in enumerate(self._shares()):
            integral = used_at(self.steps[place], at, self.certificate)
            said = f"{self.words.part} {self.summed} {ends[place]} {ends[place + 1]} {share}"
            name = f"P{place}_"
            text += f"assert ({name} : {said}) by ({self.words.piece} ({integral}) {on}); "
            if not before:
                before, total = name, share
                continue
            total = f"({total} + {share})"
            whole = f"{self.words.part} {self.summed} {ends[0]} {ends[place + 1]} {total}"
            text += f"assert (Q{place}_ : {whole}) by ({self.words.joined} {before} {name}); "
            before = f"Q{place}_"
        return f"{text}pose proof {before} as Q_; "


def _existence(step: Step, certificate: Certificate) -> str:
    """The density is even and not negative, and half of the mass is on each side."""
    own = law(step["proposition"]["noise"], certificate)
    count = len(own.density["pieces"])
    signs = step["uses"][: 2 * count : 2]
    steps = [*step["uses"][1 : 2 * count : 2], *step["uses"][2 * count :]]
    half = Half(own.density, own.at, own.applied, steps, certificate, own.words)
    shown = f"@{own.words.exists} {own.own} {half.value()} _ _ _ _{' _' if own.atom else ''}"
    if own.words == DENSITY:
        shown = f"proj1 ({shown})"
    return (
        f"{intros(step, certificate)}{own.words.made}. refine ({shown}); "
        f"[even_density | {_positive(half, signs)} | {'condition | ' if own.atom else ''}"
        f"{half.text()} | {'by_identity' if own.atom else own.words.rest}]."
    )


def _positive(half: Half, signs: Sequence[str]) -> str:
    """The density is not negative at any place, by the step about its piece."""
    density, certificate = half.density, half.certificate
    text = (
        "intros x_; defined_density; cbv zeta; generalize (Rabs_pos x_); generalize (Rabs x_); "
        "intros y_ Y_; "
    )
    at = {density["variable"]: "y_"}
    if density["period"] is not None:
        index = local(density["index"])
        at[density["index"]] = index
        text += (
            f"destruct (@period_spec {half.period} y_ ltac:(condition) Y_) as [I_ [K_ [L_ U_]]]; "
            f"revert I_ K_ L_ U_; generalize (period_of {half.period} y_); "
            f"intros {index} I_ K_ L_ U_; "
        )
    for place, name in enumerate(signs[:-1]):
        side = f"A{place or ''}_"
        text += (
            "match goal with |- context [Rlt_dec ?a_ ?b_] => "
            f"destruct (Rlt_dec a_ b_) as [{side}|{side}] "
            f"end; [pose proof ({used_at(name, at, certificate)}) as S_; by_instance S_ "
            f"| apply Rnot_lt_le in {side}]; "
        )
    return f"{text}pose proof ({used_at(signs[-1], at, certificate)}) as S_; by_instance S_"


def _expectation(step: Step, certificate: Certificate) -> str:
    """The cost is multiplied into the density."""
    said = step["proposition"]
    if step["evidence"].get("apart"):
        raise UnsupportedExpression("no proof in Coq with the first period apart")
    exists, sign, *steps = step["uses"]
    own = law(said["noise"], certificate)
    words, noise = own.words, own.own
    if _of_any_cost(said):
        words, noise = ANY_COST, f"{own.applied} {own.atom or '0'}"
    known = earlier(exists, certificate)["proposition"]["noise"]
    names = {tree[1]: value for tree, value in zip(known[2:], said["noise"][2:], strict=True)}
    cost = function(said["variable"], said["cost"])
    weighed = f"(fun x_ => {cost} (Rabs x_) * {own.applied} x_)"
    half = Half(own.density, own.at, weighed, steps, certificate, words)
    here = {row["name"] for row in step["domain"]}
    other = [row for row in earlier(sign, certificate)["domain"] if row["name"] not in here]
    if any(row["ends"][0] == "(" for row in other):
        raise UnsupportedExpression("no proof in Coq for a cost that may be negative at 0")
    positive = used_at(sign, {row["name"]: "u_" for row in other}, certificate)
    parts = [
        "even_density ",
        f" intros u_ ?; cbv beta; pose proof ({positive}) as S_; by_instance S_ ",
        *([f" {words.smooth} "] if words.smooth else []),
        f" {half.text()} ",
        f" {words.rest}",
    ]
    return (
        f"{intros(step, certificate)}"
        f"pose proof ({used(exists, names, certificate)}) as N_; revert N_; {words.made}; "
        f"intros N_; refine (@{words.expected} {noise} {cost} {half.value()} "
        f"_ N_{' _' * len(parts)}); [{'|'.join(parts)}]."
    )


def _of_any_cost(said: Row) -> bool:
    """Whether a given function stands in a cost, of which only what the hypotheses say is known."""
    at = {said["variable"]: ZERO}
    return any(put(given, at) != given for given in tagged(said["cost"], "apply"))


def _evenness(step: Step, certificate: Certificate) -> str:
    """The density is a function of |x|."""
    noise = step["proposition"]["noise"]
    words = law(noise, certificate).words
    said = {"kind": "noise", "noise": noise}
    exists = [n for n in step["uses"] if earlier(n, certificate)["proposition"] == said]
    if not exists:
        raise UnsupportedExpression("no proof in Coq for evenness of what no step says is noise")
    return (
        f"{intros(step, certificate)}pose proof ({used(exists[0], {}, certificate)}) as N_. "
        f"revert N_. {words.made}. intros N_. refine ({words.even} N_ _). even_density."
    )


METHODS: dict[str, Write] = {
    "evenness": _evenness,
    "existence": _existence,
    "expectation": _expectation,
}
