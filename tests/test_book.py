import re
import shutil
import subprocess

import book
import pytest

from dpproofs import __version__
from dpproofs.kernel.rules import rules
from dpproofs.render.bibliography import BOOKS, books_of, references
from dpproofs.render.typeset import TypesettingFailed


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    """The text of a small book."""
    if not (shutil.which("latexmk") and shutil.which("pdftotext")):
        pytest.skip("needs latexmk and pdftotext; on Debian: latexmk and poppler-utils")
    path = tmp_path_factory.mktemp("book") / "new" / "book.pdf"
    book.write(
        path,
        ["staircase.thm4.gamma", "staircase.thm4.cost", "additive.lem2", "poster.constraint"],
        figures=False,
    )
    done = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True)
    return done.stdout.decode()


def test_the_front_page_has_version_and_date(words):
    front = words.split("\f")[0]
    assert re.search(rf"Version {re.escape(__version__)}, \w+ \d+, \d{{4}}", front)


def test_the_book_has_the_state_of_every_claim_with_its_page(words):
    state = words.split("Every claim")[1]
    assert "Of its 2 claims, 2 hold as printed." in words
    assert re.search(
        r"The least expected amplitude\s+\(Theorem 4, \(44\)\) holds proved +\d+", state
    )


def test_the_book_has_heads_a_bibliography_an_index_and_references(words):
    assert len(re.findall(r"The Optimal Mechanism in Differential Privacy +Theorem 4", words))
    assert "https://arxiv.org/abs/1212.1186" in re.sub(r"\s", "", words)
    bibliography = words.split("Bibliography")[-1]
    assert re.search(r"\[\d\] Cynthia Dwork and Aaron Roth\. The Algorithmic", bibliography)
    assert "Geng and Pramod Viswanath" in bibliography
    assert re.search(r"Quan Geng and Pramod Viswanath \[\d\]", words)
    assert "Index of items" in words
    assert "Textbook rules" in words
    assert re.search(r"Archimedes.*", words)


def test_the_book_has_theorems_and_proofs(words):
    assert "Theorem 1 (Theorem 4" in words.replace("\n", " ")
    assert "Proof." in words
    assert "altered versions of the statement are rejected" in words.replace("\n", " ")
    assert "??" not in words


def test_every_book_that_a_rule_names_is_in_the_bibliography():
    keys = set(re.findall(r"(?m)^@\w+\{(.+),$", references([])))
    named = [key for rule in rules().values() for key in books_of(rule.reference)]
    assert set(named) == keys == set(BOOKS.values())
    assert books_of("Rockafellar, Convex Analysis; Hardy, Littlewood, Polya, Inequalities") == [
        "rockafellar",
        "hardy-littlewood-polya",
    ]
    assert books_of("the principle of induction") == []


def test_without_tex_there_is_one_clear_line(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(TypesettingFailed, match="latexmk"):
        book.write(tmp_path / "book.pdf", ["additive.lem2"], figures=False)
