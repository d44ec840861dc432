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
    assert run("new", "paper", target).exit_code == exits.WELL
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
