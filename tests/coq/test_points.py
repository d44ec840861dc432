"""Noise on the integers by its masses: that it exists, that it is even, what is expected."""

import copy

from dpproofs.coq.steps import header, lemma
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import TWO, cut, with_error

MORE = "From dpproofs Require Import points stretches.\n"

# A claim, a step of it, and what is put for a part of the step.
PLANTED = (
    ("staircase.eq80", "6", ("uses",), ["3", "2", "1", "4", "5"]),
    ("staircase.eq80", "6", ("uses",), ["1", "4", "3", "2", "5"]),
    ("staircase.thm12.l1", "11", ("proposition", "value"), TWO),
)


def test_a_planted_error_is_refused(coq):
    texts = []
    for place, (claim, name, path, value) in enumerate(PLANTED):
        found = cut(certificate(claim), name)
        texts.append(attempts(found, module=f"Right_{place}", shown=(name,)))
        wrong = with_error(found, name, path, value)
        texts.append(attempts(wrong, (name,), f"Wrong_{place}", shown=()))
    assert coq("\n\n".join(texts)) == ""


def test_with_the_stronger_tactics_the_origin_is_that_of_the_integers(coq):
    found = cut(certificate("cactus.rem2.cells"), "12")
    text = attempts(found, module="Right", shown=("11",), stronger=True)
    assert text.index("Import normal cancelling strong.") < text.index("Import origin.")
    assert "Import origin." not in header(found)
    assert "Import origin." not in header(certificate("trunclap.thm1"), stronger=True)
    assert coq(text) == ""


def test_masses_that_do_not_add_up_to_1_are_refused(coq):
    found = cut(certificate("cactus.rem2.cells"), "12")
    right = attempts(found, module="Right", shown=("11", "12"))
    wrong = copy.deepcopy(found)
    masses = wrong["statement"]["definitions"][0]["pieces"][0]
    masses["value"] = ["int", "1"]
    for step in wrong["steps"]:  # the sign and the sum of the first piece, as they are then
        said = step["proposition"]
        if step["name"] == wrong["steps"][-2]["uses"][0]:
            said["rhs"] = ["int", "1"]
        if step["name"] == wrong["steps"][-2]["uses"][1]:
            said["term"] = said["value"] = ["int", "1"]
    assert coq(right + attempts(wrong, ("11",), "Wrong", shown=())) == ""


def test_the_lemmas_for_the_integers_are_only_where_noise_is_on_them():
    found = certificate("cactus.rem2.cells")
    exists, even = found["steps"][-2:]
    assert MORE in header(found)
    assert "@noise_of_masses p " in lemma(exists, found)
    assert "even_of_masses" in lemma(even, found)
    line = copy.deepcopy(found)
    line["statement"]["definitions"][1]["on"] = "line"
    assert header(line) == header(found).replace(MORE, "")
    assert "noise_of_density" in lemma(exists, line)
    assert "even_of_density" in lemma(even, line)


def test_each_of_three_pieces_has_a_name_for_where_the_place_lies():
    found = certificate("cactus.rem2.cells")
    text = lemma(found["steps"][-2], found)
    assert "destruct (Rlt_dec a_ b_) as [A_|A_]" in text
    assert "destruct (Rlt_dec a_ b_) as [A1_|A1_]" in text
