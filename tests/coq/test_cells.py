"""Privacy of noise that is constant on cells, and what such noise refutes."""

import copy

import pytest

from dpproofs.coq.cells import has_cells
from dpproofs.coq.contrary import is_contrary
from dpproofs.coq.steps import header, lemma
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import THIRD, TWO, cut, with_error

CELLS = "From dpproofs Require Import cells gains.\n"
REGIONS = "From dpproofs Require Import regions.\n"
CONTRARY = "From dpproofs Require Import contrary.\n"
S, HALF = ["sym", "s"], ["rat", "1", "2"]
TIMES = ["mul", TWO, S]
RELATION = {"kind": "relation", "lhs": ["int", "0"], "op": ">=", "rhs": ["int", "0"]}

# A claim, its step about privacy, and what is put for a part of it.
PLANTED = (
    ("optimum.power", "8", ("proposition", "delta"), HALF),
    ("optimum.power", "8", ("proposition", "sensitivity"), TIMES),
    ("optimum.three_cells", "8", ("proposition", "epsilon"), ["int", "0"]),
    ("optimum.three_cells", "8", ("proposition", "delta"), ["rat", "1", "10"]),
    ("additive.cor4", "26", ("proposition", "delta"), ["rat", "33", "100"]),
    ("additive.cor4", "26", ("proposition", "epsilon"), ["int", "-1"]),
)

# A claim, a step that refutes, and what is put for a part of it.
FALSE = (
    ("additive.cor4", "39", ("proposition", "point", 1, 1), HALF),
    ("additive.cor4", "39", ("proposition", "point", 0, 1), TWO),
    ("additive.cor4", "39", ("proposition", "proposition", "value"), HALF),
    ("additive.cor4", "39", ("proposition", "proposition", "cost"), ["int", "1"]),
    ("additive.cor4", "39", ("proposition", "objects", "X", 2), TWO),
    ("trunclap.optimality", "20", ("proposition", "point", 2, 1), ["log", ["int", "3"]]),
)


def with_density(found, place, value):
    """The certificate with another value in a piece of the first density of its last noise."""
    new = copy.deepcopy(found)
    pieces = [row for row in new["statement"]["definitions"] if row["kind"] == "pieces"]
    pieces[-1]["pieces"][place]["value"] = value
    return new


def test_a_planted_error_is_refused(coq):
    texts = []
    for place, (claim, name, path, value) in enumerate(PLANTED):
        found = cut(certificate(claim), name)
        if path == ("proposition", "delta"):
            texts.append(attempts(found, module=f"Right_{place}", shown=(name,)))
        wrong = with_error(found, name, path, value)
        texts.append(attempts(wrong, (name,), f"Wrong_{place}", shown=()))
    assert coq("\n\n".join(texts)) == ""


def test_noise_with_other_values_is_not_private(coq):
    found = cut(certificate("optimum.power"), "8")
    steeper = with_density(found, 1, ["mul", ["sym", "w"], ["pow", S, ["int", "-1"]]])
    beyond = with_density(found, 2, ["pow", S, ["int", "-1"]])
    texts = [attempts(steeper, ("8",), "Steeper", shown=())]
    texts.append(attempts(beyond, ("8",), "Beyond", shown=()))
    assert coq("\n\n".join(texts)) == ""


def test_finer_cells_are_as_good(coq):
    found = cut(certificate("optimum.power"), "8")
    finer = with_error(found, "8", ("evidence", "width"), ["mul", ["rat", "1", "8"], S])
    assert coq(attempts(finer, module="Finer", shown=("8",))) == ""


@pytest.mark.parametrize(
    ("width", "why"),
    [
        (["mul", ["rat", "1", "3"], S], "not constant on cells"),
        (["sym", "w"], "not constant on cells"),
        (["mul", ["int", "-1"], S], "not constant on cells"),
    ],
)
def test_what_does_not_consist_of_cells_has_no_proof(width, why):
    found = with_error(certificate("optimum.power"), "8", ("evidence", "width"), width)
    with pytest.raises(UnsupportedExpression, match=why):
        lemma(found["steps"][7], found)


def test_no_shift_has_no_proof():
    none = ("proposition", "sensitivity")
    found = with_error(certificate("optimum.power"), "8", none, ["int", "0"])
    with pytest.raises(UnsupportedExpression, match="less than a cell"):
        lemma(found["steps"][7], found)


def test_what_refutes_is_refused_of_other_noise_or_at_another_point(coq):
    texts = []
    for place, (claim, name, path, value) in enumerate(FALSE):
        found = cut(certificate(claim), name)
        if not place or claim != FALSE[place - 1][0]:
            texts.append(attempts(found, module=f"Right_{place}", shown=(name,)))
        wrong = with_error(found, name, path, value)
        texts.append(attempts(wrong, (name,), f"Wrong_{place}", shown=()))
    assert coq("\n\n".join(texts)) == ""


def test_what_refutes_is_not_private_without_the_step(coq):
    found = cut(certificate("additive.cor4"), "39")
    for place, name in enumerate(("35", "34")):
        uses = [one for one in ("35", "38", "34") if one != name]
        wrong = with_error(found, "39", ("uses",), uses)
        assert coq(attempts(wrong, ("39",), f"Without_{place}", shown=())) == ""


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        (("proposition", "proposition", "op"), "==", "of this kind"),
        (("proposition", "proposition"), RELATION, "of this kind"),
        (("proposition", "objects", "X"), ["noise", "Q", ["int", "0"]], "by such noise"),
        (("proposition", "objects", "X"), ["noise", "X"], "by such noise"),
        (("uses",), ["33"], "by such a step"),
    ],
)
def test_other_refutations_have_no_proof(path, value, why):
    found = with_error(certificate("additive.cor4"), "39", path, value)
    with pytest.raises(UnsupportedExpression, match=why):
        lemma(found["steps"][38], found)


def test_only_claims_with_such_steps_need_the_files():
    cells, other = certificate("trunclap.optimality"), certificate("additive.eq4")
    assert has_cells(cells)
    assert is_contrary(cells)
    assert not has_cells(other)
    assert not is_contrary(other)
    assert CELLS in header(cells)
    assert REGIONS in header(cells)
    assert CONTRARY in header(cells)
    assert "witnesses refuted" in header(cells)
    assert "intervals edges" in header(cells)
    assert not {CELLS, REGIONS, CONTRARY} & set(header(other).splitlines(keepends=True))
    power = certificate("optimum.power")
    assert CELLS in header(power)
    assert not is_contrary(power)
    assert REGIONS not in header(power)


def test_an_end_is_written_in_lowest_terms():
    found = certificate("additive.thm3.min")
    assert "with (Delta * (p + 1) / (2 * p)) by" in lemma(found["steps"][3], found)
    assert "replace" not in lemma(found["steps"][2], found)
    other = with_error(found, "4", ("proposition", "upper"), ["log", ["sym", "p"]])
    assert "replace" not in lemma(other["steps"][3], other)


def test_a_region_of_which_both_sides_move(coq):
    found = certificate("optimum.three_cells")
    wrong = with_error(found, "14", ("proposition", "rhs"), THIRD)
    texts = [attempts(found, module="Right", shown=("14",))]
    texts.append(attempts(wrong, ("14",), "Wrong", shown=()))
    assert coq("\n\n".join(texts)) == ""
