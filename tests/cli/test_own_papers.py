"""Papers outside the package: written, verified, rendered, replayed."""

import json

import pytest

from dpproofs.commands import exits
from dpproofs.folder import first_paper, paper
from dpproofs.kernel.errors import BadInput


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    """A first paper, as `new paper` writes it."""
    directory = tmp_path_factory.mktemp("papers") / "mine"
    directory.mkdir()
    for path, content in first_paper(directory).items():
        path.write_text(content, "utf-8")
    return directory


def test_a_new_paper_is_written_once(run, tmp_path):
    target = tmp_path / "my-paper"
    made = run("new", "paper", target)
    assert made.exit_code == exits.WELL
    assert made.stdout.splitlines()[-1] == f"next: dpproofs verify {target}/"
    assert paper(target).slug == "my_paper"
    again = run("new", "paper", target)
    assert again.exit_code == exits.BAD_INPUT
    assert "new or empty" in again.stderr


def test_a_first_paper_passes_is_replayed_and_is_rendered(run, mine, tmp_path):
    kept = tmp_path / "certificates"
    checked = run("verify", f"{mine}/", "--certificates", kept, "--json")
    assert checked.exit_code == exits.WELL, checked.stderr
    verdicts = {row["id"]: row["verdict"] for row in json.loads(checked.stdout)["claims"]}
    assert verdicts == dict.fromkeys(("mine.cost_1", "mine.cost_2", "mine.variance"), "holds")
    replayed = run("replay", kept)
    assert replayed.exit_code == exits.WELL, replayed.stdout
    assert "3 accepted" in replayed.stdout
    shown = run("derive", f"{mine}/", "--format", "markdown")
    assert "the variance of uniform noise" in shown.stdout.lower()

    # the same certificates with the digests of other sentences, or none, are not accepted
    digests = json.loads((kept / "statements.json").read_text("utf-8"))
    digests["mine.cost_1"], digests["mine.cost_2"] = digests["mine.cost_2"], digests["mine.cost_1"]
    (kept / "statements.json").write_text(json.dumps(digests), "utf-8")
    swapped = run("replay", kept)
    assert swapped.exit_code == exits.REFUTED
    assert "1 accepted, 2 rejected" in swapped.stdout
    (kept / "statements.json").unlink()
    assert run("replay", kept).exit_code == exits.REFUTED


def test_a_folder_is_taken_by_every_command_that_takes_claims(run, mine):
    folder = f"{mine}/"
    shown = run("show", folder)
    assert shown.exit_code == exits.WELL
    assert "paper    A first paper" in shown.stdout
    assert "E |X| = s/3" in shown.stdout
    listed = json.loads(run("list", folder, "--json").stdout)["claims"]
    assert {(one["id"], one["paper"], one["verdict"]) for one in listed} == {
        (f"mine.{name}", "mine", "holds") for name in ("cost_1", "cost_2", "variance")
    }
    assert run("errata", folder).stdout == "0 errata\n"
    assert "mine_variance" in run("export", "--coq", folder).stdout.replace(".", "_")
    assert "amsmath" not in run("derive", folder, "--snippet").stdout
    for command in (("show",), ("list",), ("errata",), ("export", "--coq")):
        both = run(*command, folder, "additive.lem2")
        assert both.exit_code == exits.BAD_INPUT
        assert "claims or folders, and not both" in both.stderr


@pytest.fixture
def headed(mine, tmp_path):
    """A paper with an abstract and reasons that have TeX in them, and signs that TeX would read."""
    directory = tmp_path / "mine"
    directory.mkdir()
    for path in mine.glob("uniform.py"):
        text = path.read_text("utf-8").replace(
            "the mass of a piece", "the weight e^{-x/w} of $\\\\frac{x}{w}$, 50% of_it & #1"
        )
        (directory / path.name).write_text(text, "utf-8")
    description = 'slug = "mine"\ntitle = "On $w^2$"\nauthors = "A & B"\nabstract = "100% of it"\n'
    (directory / "paper.toml").write_text(description, "utf-8")
    return directory


def test_title_authors_and_abstract_head_what_is_written(run, headed, monkeypatch):
    page = run("derive", f"{headed}/", "--format", "html").stdout
    parts = ("<h1>On <math>", "A &amp; B", "100% of it", '<article id="mine.variance"',
             "How to read this page")  # fmt: skip
    assert [page.index(part) for part in parts] == sorted(map(page.index, parts))
    assert "Executable theorems of differential" not in page
    text = run("derive", f"{headed}/", "--format", "markdown").stdout
    assert text.startswith("# On $w^2$\n\nA & B\n\n100% of it\n")
    typeset = []
    monkeypatch.setattr(
        "dpproofs.render.book.compile_book",
        lambda where: typeset.append((where / "book.tex").read_text("utf-8")) or where / "book.tex",
    )
    run("derive", f"{headed}/", "--format", "pdf")
    assert r"\title{On $w^2$}\author{A \& B}\date{}\maketitle" in typeset[0]
    assert "\\begin{abstract}\n100\\% of it\n\\end{abstract}" in typeset[0]


def test_tex_in_a_reason_is_typeset_and_plain_text_is_escaped(run, headed):
    text = run("derive", f"{headed}/", "--snippet").stdout
    assert r"the weight $e^{-x/w}$ of $\frac{x}{w}$, 50\% of\_it \& \#1" in text.lower()


@pytest.mark.parametrize("abstract", ["3", '""', "[]"])
def test_an_abstract_is_a_text(run, mine, abstract):
    description = mine / "paper.toml"
    before = description.read_text("utf-8")
    description.write_text(f'slug = "mine"\ntitle = "t"\nauthors = "a"\nabstract = {abstract}')
    try:
        assert "abstract = " in run("verify", f"{mine}/").stderr
    finally:
        description.write_text(before, "utf-8")


def test_a_false_theorem_of_one_s_own_is_not_accepted(run, mine, tmp_path):
    wrong = tmp_path / "mine"
    wrong.mkdir()
    for path in mine.glob("*.*"):
        text = path.read_text("utf-8").replace('"==", w**2 / 3)', '"==", w**2 / 4)')
        (wrong / path.name).write_text(text, "utf-8")
    result = run("verify", f"{wrong}/")
    assert result.exit_code == exits.OPEN
    assert "mine.variance" in result.stdout


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "paper.toml"),
        ({"paper.toml": "slug = 1"}, "slug = 1"),
        ({"paper.toml": "slug"}, "TOML"),
        ({"paper.toml": 'slug = "a b"\ntitle = "t"\nauthors = "a"'}, "letters, digits"),
        ({"paper.toml": 'slug = "a"\ntitle = "t"\nauthors = "a"'}, "defines CLAIMS"),
        ({"paper.toml": 'slug = "a"\ntitle = "t"\nauthors = "a"', "b.py": "1 / 0"},
         "ZeroDivisionError"),
    ],
)  # fmt: skip
def test_a_folder_that_is_no_paper_gets_one_clear_error(run, tmp_path, files, said):
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    result = run("verify", f"{tmp_path}/")
    assert result.exit_code == exits.BAD_INPUT
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


CLAIM = """
from dpproofs.kernel.derivation import Claim, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proposition import that
from dpproofs.kernel.derivation import Derivation
GOAL = Goal(that(1) <= 1, Domain(()))
SAID = Statement(id="a.b", paper="a", item="1", title="t", printed_latex="1", printed=(GOAL,))
def raises():
    raise RuntimeError("in derive")
def leaves():
    raise SystemExit(0)
"""
NO_FORM = """
import sympy as sp, dpproofs as dp
x, s = sp.symbols("x s", positive=True)
FAMILY = dp.Family("a", x=x, domain=dp.Domain((dp.positive(s),)),
                   pieces=[dp.Piece(sp.exp(-x / s) / (2 * s), 0, sp.oo)], seconds=0.1)
CLAIMS = (FAMILY.cost_of(x * sp.log(1 + x)).claim,)
"""


@pytest.mark.parametrize("command", ["verify", "derive"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("raise RuntimeError('at import')", "a module that runs, without RuntimeError: at import"),
        ("raise RuntimeError", "a module that runs, without RuntimeError"),
        ("import sys; sys.exit(0)", "a module that runs, without ending the program"),
        ("open('/no/such/file')", "FileNotFoundError"),
        ("import dpproofs as dp; dp.Laplace(epsilon=-1)", "BadInput: epsilon = -1"),
        (CLAIM.replace("that(1) <= 1", "that(1) == 1")
         + "CLAIMS = (Claim(SAID, lambda: Derivation(())),)", "says something, not E == E"),
        (CLAIM.replace("(GOAL,)", "(GOAL, Goal(that(2) == 2, Domain(())))")
         + "CLAIMS = (Claim(SAID, lambda: Derivation(())),)", "says something, not E == E"),
        ("CLAIMS = 3", "a tuple of claims"),
        ("CLAIMS = (1,)", "CLAIMS[0]"),
        ("CLAIMS = {1: 2}", "a tuple of claims"),
        (NO_FORM, "without a closed form"),
        (CLAIM + "CLAIMS = (Claim('a.b', raises),)", "a Statement with an id"),
        (CLAIM + "CLAIMS = (Claim(SAID, raises),)", "without RuntimeError: in derive"),
        (CLAIM + "CLAIMS = (Claim(SAID, leaves),)", "without ending the program"),
        (CLAIM + "CLAIMS = (Claim(SAID, lambda: None),)", "return proof.done()"),
        (CLAIM + "CLAIMS = (Claim(SAID, None),)", "a function that returns a Derivation"),
        (CLAIM + "CLAIMS = (Claim(SAID, lambda: Derivation((1,))),)", "without AttributeError"),
        (CLAIM + "import dataclasses\nWRONG = dataclasses.replace(SAID, printed_latex=3, note=3)\n"
         "CLAIMS = (Claim(WRONG, lambda: Derivation(())),)", "can be checked"),
    ],
)  # fmt: skip
def test_a_module_that_is_wrong_gets_one_line_that_names_it(run, tmp_path, command, text, said):
    (tmp_path / "paper.toml").write_text('slug = "a"\ntitle = "t"\nauthors = "a"', "utf-8")
    (tmp_path / "wrong.py").write_text(text, "utf-8")
    result = run(command, f"{tmp_path}/")
    assert result.exit_code == exits.BAD_INPUT, result.stdout
    assert said in result.stderr
    assert "wrong.py" in result.stderr or "claim = 'a.b'" in result.stderr
    *progress, last = result.stderr.strip().splitlines()
    assert last.startswith("error: ")
    assert not any("Traceback" in line for line in progress)


def test_ctrl_c_in_a_module_interrupts(run, tmp_path):
    (tmp_path / "paper.toml").write_text('slug = "a"\ntitle = "t"\nauthors = "a"', "utf-8")
    (tmp_path / "slow.py").write_text("raise KeyboardInterrupt", "utf-8")
    assert run("verify", f"{tmp_path}/").exit_code == exits.INTERRUPTED
    (tmp_path / "slow.py").write_text(
        CLAIM + "def stops():\n    raise KeyboardInterrupt\nCLAIMS = (Claim(SAID, stops),)", "utf-8"
    )
    assert run("verify", f"{tmp_path}/").exit_code == exits.INTERRUPTED


def test_ids_begin_with_the_slug(mine, tmp_path):
    other = tmp_path / "mine"
    other.mkdir()
    for path in mine.glob("*.*"):
        (other / path.name).write_text(path.read_text("utf-8"), "utf-8")
    (other / "paper.toml").write_text('slug = "o"\ntitle = "t"\nauthors = "a"', "utf-8")
    with pytest.raises(BadInput, match=r"begins with 'o\.'"):
        paper(other).claims()


def test_folders_and_claims_are_not_mixed(run, mine):
    result = run("verify", f"{mine}/", "staircase.thm4.cost")
    assert result.exit_code == exits.BAD_INPUT
    assert "not both" in result.stderr
    assert run("verify", f"{mine}/", "--paper", "staircase").exit_code == exits.BAD_INPUT


def test_statements_that_are_no_digests_are_refused(run, tmp_path):
    (tmp_path / "a.json").write_text("{}", "utf-8")
    (tmp_path / "statements.json").write_text("[]", "utf-8")
    result = run("replay", tmp_path)
    assert result.exit_code == exits.BAD_INPUT
    assert "digests of sentences" in result.stderr
