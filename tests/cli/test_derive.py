import json
from pathlib import Path

import pytest

from dpproofs.commands import checking
from dpproofs.render import book
from dpproofs.replaying import statement_digest
from dpproofs.theorems.registry import find, source_digests

CHEAP = "additive.lem2"
OTHER = "additive.thm3.deriv"


@pytest.fixture(autouse=True)
def renderer(monkeypatch, planted):
    """A renderer that only tells what it was asked for, and two claims to render."""

    def ids(results):
        for result in results:
            assert result.statement.id == result.verdict.id
            assert result.derivation.steps
        return " ".join(result.statement.id for result in results)

    def render_all(results, directory, *, figures, told=len):
        text, figure = directory / "book.tex", directory / "figures" / "one.pdf"
        text.write_text(ids(results), "utf-8")
        told("the book")
        if not figures:
            return [text]
        figure.parent.mkdir()
        figure.write_bytes(b"figure")
        return [text, figure]

    def compile_book(directory):
        typeset = directory / "book.pdf"
        typeset.write_bytes(b"%PDF " + (directory / "book.tex").read_bytes())
        return typeset

    def render_article(results, directory, own):
        assert not own
        (directory / "book.tex").write_text(ids(results), "utf-8")

    planted()
    for name, function in {
        "render_all": render_all,
        "render_article": render_article,
        "compile_book": compile_book,
        "to_latex": lambda result: f"latex {ids([result])}\n",
        "to_html": lambda results, *, figures, own: (
            own or f"html {ids(results)}{' figures' * figures}\n"
        ),
        "to_markdown": lambda results, own: own or f"markdown {ids(results)}\n",
    }.items():
        monkeypatch.setattr(book, name, function)
    monkeypatch.setattr("dpproofs.theorems.registry.formalised", lambda: (CHEAP, OTHER))


@pytest.fixture
def tree(run, tmp_path):
    """A directory written by `derive --all`, and how to call it again."""
    directory, package = tmp_path / "deep" / "tree", tmp_path / "package"
    for room in ("replaying", "theorems"):
        (package / room).mkdir(parents=True)

    def call(*options):
        return run("derive", "--all", "-o", directory, "--stored", package, *options)

    assert call().exit_code == 0
    call.directory = directory
    call.statements = package / "replaying" / "statements.json"
    call.index = package / "theorems" / "index.json"
    return call


def contents(directory):
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("latex", f"latex {CHEAP}\n\nlatex {OTHER}\n"),
        ("html", f"html {CHEAP} {OTHER}\n"),
        ("markdown", f"markdown {CHEAP} {OTHER}\n"),
        ("pdf", f"%PDF {CHEAP} {OTHER}"),
    ],
)
def test_single_claims_go_to_standard_output_or_to_a_file(run, tmp_path, form, expected):
    result = run("derive", OTHER, CHEAP, "--format", form)
    assert (result.exit_code, result.stdout, result.stderr) == (0, expected, "")
    result = run("derive", OTHER, CHEAP, "--format", form, "-o", tmp_path / "x")
    assert (result.exit_code, result.stdout) == (0, "")
    assert (tmp_path / "x").read_text("utf-8") == expected


def test_a_device_is_written_to_and_not_replaced(run):
    assert run("derive", CHEAP, "-o", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()


def test_a_link_is_followed_and_not_replaced(run, tmp_path):
    (tmp_path / "link").symlink_to("target")
    assert run("derive", CHEAP, "-o", tmp_path / "link").exit_code == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text("utf-8") == f"latex {CHEAP}\n"


def test_a_pdf_is_not_for_a_terminal(run, monkeypatch):
    monkeypatch.setattr("dpproofs.commands.derive.sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    result = run("derive", CHEAP, "--format", "pdf")
    assert result.exit_code == 2
    assert "give -o PATH" in result.stderr


def test_all_as_one_document(run, tmp_path):
    result = run("derive", "--all", "--format", "html", "-o", tmp_path / "page.html", "--jobs", "1")
    assert result.exit_code == 0
    assert (tmp_path / "page.html").read_text("utf-8") == f"html {CHEAP} {OTHER} figures\n"


def test_all_as_latex_is_a_directory_with_certificates(tree):
    assert set(contents(tree.directory)) == {
        "book.tex",
        "figures/one.pdf",
        f"certificates/{CHEAP}.json",
        f"certificates/{OTHER}.json",
    }
    stored = json.loads((tree.directory / "certificates" / f"{CHEAP}.json").read_text("ascii"))
    assert stored == {"claim": CHEAP, "digest": "sha256:0"}


def test_without_matplotlib_figures_are_left_out_and_a_line_says_so(run, tmp_path, monkeypatch):
    monkeypatch.setattr("dpproofs.commands.options.has_matplotlib", lambda: False)
    result = run("derive", "--all", "-o", tmp_path)
    assert result.exit_code == 0
    assert not (tmp_path / "figures").exists()
    assert result.stderr == (
        "figures are left out: they need matplotlib, pip install 'dpproofs[figures]'\n"
    )
    for wish in ("--figures", "--check"):  # these cannot do without
        result = run("derive", "--all", "-o", tmp_path, wish)
        assert result.exit_code == 2
        assert "installed to draw figures" in result.stderr


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("pdf", "x.docx"),
        ("pdf", "x.tex"),
        ("latex", "x.pdf"),
        ("html", "x.md"),
        ("markdown", "x.htm"),
    ],
)
def test_an_ending_that_is_not_of_the_format_is_refused(run, is_one_error, tmp_path, form, name):
    result = run("derive", CHEAP, "--format", form, "-o", tmp_path / name)
    assert result.exit_code == 2
    assert is_one_error(result.stderr)
    assert "a file ending in" in result.stderr
    assert not (tmp_path / name).exists()


def test_the_page_may_be_missing_and_may_not_be_stale(tree, monkeypatch):
    monkeypatch.setattr("dpproofs.commands.derive.PAGE", "book.tex")
    (tree.directory / "book.tex").unlink()
    assert tree("--check").exit_code == 0
    (tree.directory / "book.tex").write_text("old", "utf-8")
    assert tree("--check").stdout == f"stale: {tree.directory / 'book.tex'}\n"


def test_figures_can_be_left_out(run, tmp_path):
    assert run("derive", "--all", "--no-figures", "-o", tmp_path).exit_code == 0
    assert not (tmp_path / "figures").exists()


def test_all_as_latex_goes_to_derivations_unless_told_otherwise(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("derive", "--all").exit_code == 0
    assert (tmp_path / "derivations" / "book.tex").is_file()


def test_digests_of_statements_are_the_ones_that_replay_knows_them_by(tree):
    table = json.loads(tree.statements.read_text("ascii"))["claims"]
    assert {name: row["statement"] for name, row in table.items()} == {
        name: statement_digest(find(name).statement.to_json()) for name in (CHEAP, OTHER)
    }


def test_the_index_tells_where_each_claim_is_what_it_says_and_what_was_found(tree):
    index = json.loads(tree.index.read_text("ascii"))
    assert index["sources"] == source_digests()
    assert set(index["claims"]) == {CHEAP, OTHER}
    line = index["claims"][OTHER]
    assert line["module"] == find(OTHER).module
    assert line["title"] == find(OTHER).statement.title
    assert (line["verdict"], line["grade"], line["erratum"]) == ("holds", "proved", None)
    assert json.loads(tree.statements.read_text("ascii"))["claims"][OTHER] == {
        "statement": line["digest"],
        "verdict": "holds",
        "grade": "proved",
        "certificate": line["certificate"],
        "coq": False,
    }
    assert "seconds" not in line  # another run would find another one


def test_what_was_just_written_is_not_stale(tree):
    result = tree("--check")
    assert (result.exit_code, result.stdout) == (0, "")


def test_stale_missing_and_superfluous_files_are_listed_and_left_alone(tree):
    directory = tree.directory
    (directory / "book.tex").write_text("old", "utf-8")
    (directory / "figures" / "one.pdf").unlink()
    (directory / "extra").write_text("", "utf-8")
    tree.statements.write_text("{}", "utf-8")
    before = contents(directory)
    result = tree("--check")
    assert result.exit_code == 1
    assert sorted(result.stdout.splitlines()) == sorted(
        [
            f"stale: {directory / 'book.tex'}",
            f"superfluous: {directory / 'extra'}",
            f"missing: {directory / 'figures' / 'one.pdf'}",
            f"stale: {tree.statements}",
        ]
    )
    assert contents(directory) == before


def test_checking_a_directory_that_does_not_exist_is_bad_input(run, tmp_path, is_one_error):
    result = run("derive", "--all", "-o", tmp_path / "nowhere", "--check")
    assert result.exit_code == 2
    assert is_one_error(result.stderr)
    assert not (tmp_path / "nowhere").exists()


@pytest.fixture
def cut_short(monkeypatch):
    """Interrupt the check of the second claim."""
    honest = checking.check_one

    def check_one(claim, digits):
        if claim == OTHER:
            raise KeyboardInterrupt
        return honest(claim, digits)

    monkeypatch.setattr(checking, "check_one", check_one)


@pytest.mark.usefixtures("cut_short")
def test_an_interruption_keeps_derivations_and_certificates(run, tmp_path):
    result = run("derive", "--all", "-o", tmp_path / "tree")
    assert result.exit_code == 130
    assert result.stderr.splitlines() == [
        "interrupted: 1 of 2 left",
        f"kept: 1 derivation in {tmp_path / 'tree'}",
    ]
    assert sorted(contents(tmp_path / "tree")) == [
        f"additive/{CHEAP}.tex", f"certificates/{CHEAP}.json",
    ]  # fmt: skip
    assert contents(tmp_path / "tree")[f"additive/{CHEAP}.tex"] == f"latex {CHEAP}\n".encode()


@pytest.mark.usefixtures("cut_short")
@pytest.mark.parametrize("form", ["html", "markdown", "latex"])
def test_an_interruption_keeps_a_document_of_what_was_finished(run, tmp_path, form):
    result = run("derive", CHEAP, OTHER, "--format", form, "-o", tmp_path / "x")
    assert result.exit_code == 130
    assert (tmp_path / "x").read_text("utf-8") == f"{form} {CHEAP}\n"
    assert result.stdout == ""


@pytest.mark.usefixtures("cut_short")
def test_an_interruption_puts_no_part_on_standard_output(run):
    result = run("derive", CHEAP, OTHER)
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "interrupted: 1 of 2 left\n"


def test_an_interruption_of_a_comparison_writes_nothing(tree, request):
    before = contents(tree.directory)
    request.getfixturevalue("cut_short")
    assert tree("--check").exit_code == 130
    assert contents(tree.directory) == before


def test_an_interruption_of_the_book_keeps_certificates(run, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(book, "render_all", interrupted)
    result = run("derive", "--all", "-o", tmp_path / "tree")
    assert result.exit_code == 130
    assert "nothing is typeset; certificates are in" in result.stderr
    assert sorted(contents(tmp_path / "tree")) == [
        f"certificates/{name}.json" for name in (CHEAP, OTHER)
    ]


def test_a_terminal_is_told_what_is_written(monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with checking.live_line() as told:
        told("[the book]")
    assert "writing [the book]" in capsys.readouterr().err


def test_an_interruption_writes_nothing(run, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("dpproofs.commands.checking.check_one", interrupted)
    result = run("derive", CHEAP, "-o", tmp_path / "x")
    assert result.exit_code == 130
    assert result.stderr == "interrupted: 1 of 1 left\n"
    assert not (tmp_path / "x").exists()
