"""Noise with an atom by its definition: that it exists, that it is even, what is expected."""

import copy

from dpproofs.coq.steps import header, lemma
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import cut, with_error

ATOM = ("statement", "definitions", 1, "atom")
HALF = ["mul", ["rat", "1", "2"], ["sym", "alpha"]]
MORE = "From dpproofs Require Import atoms.\n"


def with_atom(found, atom):
    """The certificate with another atom in the definition of the noise."""
    new = copy.deepcopy(found)
    assert new["statement"]["definitions"][1]["atom"] != atom
    new["statement"]["definitions"][1]["atom"] = atom
    return new


def test_a_planted_error_is_refused(coq):
    found = certificate("additive.Palpha")
    names = ("5", "6", "12", "14", "32")
    texts = [attempts(cut(found, name), module=f"Right_{name}", shown=(name,)) for name in names]
    other = with_atom(found, HALF)
    texts += [
        attempts(cut(other, name), (name,), f"Wrong_{name}", shown=()) for name in ("5", "32")
    ]
    nearer = with_error(cut(found, "12"), "12", ("proposition", "lhs", 2, 2), ["int", "0"])
    texts.append(attempts(nearer, ("12",), "At_the_atom", shown=()))
    more = with_error(cut(found, "14"), "14", ("proposition", "rhs"), ["int", "0"])
    texts.append(attempts(more, ("14",), "Less", shown=()))
    assert coq("\n\n".join(texts)) == ""


def test_the_lemmas_for_an_atom_are_only_where_there_is_one():
    found = certificate("additive.Palpha")
    assert MORE in header(found)
    assert "@noise_of_atom (f alpha) alpha " in lemma(found["steps"][4], found)
    assert "even_with_atom" in lemma(found["steps"][5], found)
    none = with_atom(found, ["int", "0"])
    assert header(none) == header(found).replace(MORE, "")
    assert "noise_of_density" in lemma(none["steps"][4], none)
    assert "even_of_density" in lemma(none["steps"][5], none)
