import pytest

import dpproofs as dp
from dpproofs.cli import main
from dpproofs.render.proofs.form import ClaimStatus
from dpproofs.render.snippet import snippet
from dpproofs.render.typeset import compile_book

CLAIM = "staircase.thm4.cost"


def test_a_snippet_says_the_sentence_and_where_it_comes_from():
    text = dp.claim(CLAIM).latex()
    first, second, *_ = text.splitlines()
    paper = "The Optimal Mechanism in Differential Privacy, arXiv:1212.1186"
    assert first == f"% {CLAIM}: {paper}, Theorem 4, (44)"
    assert "sha256:" in second
    assert r"\paragraph{Proof.}" in text
    assert r"\left[" in text  # an antiderivative
    assert r"\dp" not in text


def test_a_statement_that_was_not_checked_claims_only(right):
    result = right()
    checked = snippet(result.statement, result.derivation, ClaimStatus("holds", "proved"))
    claimed = snippet(result.statement, result.derivation, None)
    assert "% checked by dpproofs; statement" in checked
    assert r"\paragraph{Proof.}" in checked
    assert r"\paragraph{Proof.}" not in claimed
    assert "claimed, and not decided" in claimed
    assert "% not checked by dpproofs as it stands; statement" in claimed


@pytest.mark.usefixtures("tex")
def test_a_snippet_needs_amsmath_alone(tmp_path):
    some = (*dp.claims(pattern="additive.cor*"), dp.claim("additive.sec5.low"))  # prints a mean
    body = "".join(found.latex() for found in some)
    head = r"\documentclass{article}\usepackage{amsmath}\begin{document}"
    (tmp_path / "book.tex").write_text(head + body + r"\end{document}")
    assert compile_book(tmp_path).exists()


def test_the_command_line_prints_snippets(capsys):
    with pytest.raises(SystemExit) as end:
        main(["derive", CLAIM, "--snippet"])
    assert end.value.code == 0
    assert capsys.readouterr().out == dp.claim(CLAIM).latex()


def test_a_snippet_of_everything_is_refused():
    with pytest.raises(SystemExit) as end:
        main(["derive", "--all", "--snippet"])
    assert end.value.code == 2
