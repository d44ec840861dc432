import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dpproofs.kernel.errors import DpproofsError
from dpproofs.render import typeset
from dpproofs.render.book import compile_book, render_all

DERIVATIONS = Path(__file__).resolve().parents[2] / "derivations"


def document(tmp_path, body):
    text = (
        r"\documentclass{article}\usepackage{dpproofs}\begin{document}" + body + r"\end{document}"
    )
    (tmp_path / "book.tex").write_text(text)
    from dpproofs.render.latex import style

    (tmp_path / "dpproofs.sty").write_text(style())
    return tmp_path


@pytest.mark.sweep
@pytest.mark.no_cover  # a small book is made below
@pytest.mark.usefixtures("tex")
def test_the_book_that_is_committed_has_no_fault_and_at_most_550_pages(tmp_path):
    """Whether it is up to date is for `make stale` to say."""
    book = tmp_path / "book"
    shutil.copytree(DERIVATIONS, book, ignore=shutil.ignore_patterns("certificates", "*.html"))
    before = {path for path in book.rglob("*") if path.is_file()}
    output = compile_book(book)
    assert output.read_bytes().startswith(b"%PDF")
    assert {path for path in book.rglob("*") if path.is_file()} == before | {output}
    told = subprocess.run(["pdfinfo", output], capture_output=True, text=True, check=True).stdout
    assert int(re.search(r"Pages: +(\d+)", told)[1]) <= 550


@pytest.mark.no_cover
@pytest.mark.usefixtures("tex")
def test_a_small_book_with_an_erratum_is_the_same_every_time(right, wrong, tmp_path):
    render_all(
        [
            right(),
            wrong(),
        ],
        tmp_path,
        figures=False,
    )
    first = compile_book(tmp_path, tmp_path / "a.pdf").read_bytes()
    assert compile_book(tmp_path, tmp_path / "b.pdf").read_bytes() == first


@pytest.mark.usefixtures("tex")
@pytest.mark.parametrize(("columns", "terms"), [("onecolumn", 30), ("twocolumn", 9)])
def test_a_display_is_made_smaller_where_a_column_leaves_it_no_room(tmp_path, columns, terms):
    wide = "+".join(["xxxx"] * terms)
    place = document(tmp_path, rf"\[\dpfit{{{wide}}}\]")
    text = (place / "book.tex").read_text()
    (place / "book.tex").write_text(text.replace(r"{article}", rf"[{columns}]{{article}}", 1))
    assert compile_book(place).exists()  # no overfull box
    (place / "book.tex").write_text(
        (place / "book.tex").read_text().replace(rf"\dpfit{{{wide}}}", wide)
    )
    with pytest.raises(DpproofsError, match="Overfull"):
        compile_book(place)


@pytest.mark.usefixtures("tex")
@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (r"\[" + "+".join(["xxxx"] * 30) + r"\]", "Overfull"),
        (r"See \ref{nowhere}.", "undefined"),
        (r"\nosuchcommand", "latexmk stopped"),
        (r"{\fontencoding{OT1}\fontfamily{cmr}\selectfont\char200}", "Missing character"),
    ],
)
def test_a_planted_fault_is_found(tmp_path, body, fault):
    with pytest.raises(DpproofsError, match=fault):
        compile_book(document(tmp_path, body))
    assert not (tmp_path / "book.pdf").exists()


def test_missing_latexmk_is_one_clear_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DpproofsError, match="latexmk") as caught:
        compile_book(tmp_path)
    assert "apt-get install" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_hanging_latexmk_is_stopped(monkeypatch, tmp_path):
    def hang(command, **options):
        raise subprocess.TimeoutExpired(command, options["timeout"])

    monkeypatch.setattr(typeset.shutil, "which", lambda name: name)
    monkeypatch.setattr(typeset.subprocess, "run", hang)
    with pytest.raises(DpproofsError, match="did not finish"):
        compile_book(tmp_path)


def test_a_latexmk_that_leaves_no_log_is_quoted(monkeypatch, tmp_path):
    def fail(command, **_):
        return subprocess.CompletedProcess(command, 1, b"", b"no perl")

    monkeypatch.setattr(typeset.shutil, "which", lambda name: name)
    monkeypatch.setattr(typeset.subprocess, "run", fail)
    with pytest.raises(DpproofsError, match="latexmk stopped: no perl"):
        compile_book(tmp_path)
