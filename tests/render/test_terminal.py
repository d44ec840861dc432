"""Claims as a terminal shows them."""

from itertools import pairwise

import pytest

from dpproofs.render.proofs.form import ClaimStatus
from dpproofs.render.proofs.terminal import SHOWN, lines
from dpproofs.render.proofs.writer import written
from dpproofs.theorems.registry import find

CLAIMS = ("staircase.thm6.gamma", "additive.sec5.gain", "trunclap.thm4", "optimum.cell",
          "poster.tight", "cactus.eq19", "vector.slope")  # fmt: skip


def shown(name, verdict="holds"):
    claim = find(name)
    return list(lines(written(claim.statement, claim.derivation, ClaimStatus(verdict)), 80))


@pytest.mark.parametrize("name", CLAIMS)
def test_a_proof_fits_a_terminal_and_has_no_latex(name):
    found = shown(name)
    assert max(map(len, found)) <= 80
    text = "\n".join(found)
    assert not set("\\\xa0") & set(text)
    assert "**" not in text
    assert text.startswith("Theorem.")
    assert "Proof." in text


def test_a_continued_line_never_begins_left_of_what_it_continues():
    found, continued = shown("staircase.thm6.gamma"), 0
    for before, row in pairwise(found):
        indented = len(row) - len(row.lstrip())
        if before.startswith(SHOWN) and row.lstrip()[:1] in ("+", "−", "=", "≤", "≥"):
            assert indented > len(SHOWN)
            continued += 1
    assert continued > 10


def test_the_proof_of_the_best_gamma_is_there_to_be_read():
    text = "\n".join(shown("staircase.thm6.gamma"))
    for formula in ("[x³/3]_(Δk)^(Δγ + Δk)", "∑[k = 0 … ∞] bᵏk² = b(b + 1)/(1 − b)³",
                    "(w³ − T³)"):  # fmt: skip
        assert formula in text


def test_what_is_not_decided_has_no_proof():
    text = "\n".join(shown("staircase.thm6.gamma", "open"))
    assert text.startswith("Open.")
    assert "claimed, and not decided" in text
    assert "Proof." not in text
