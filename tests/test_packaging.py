import datetime
import email
import importlib.metadata
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import lowest
import pytest
import release

import dpproofs
from dpproofs.cli import main
from dpproofs.kernel.paper import described
from dpproofs.theorems.registry import papers

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_installed_version_is_the_one_in_the_source():
    assert importlib.metadata.version("dpproofs") == dpproofs.__version__


def test_version_is_written_in_one_file_of_the_package():
    assert "version" in PROJECT["dynamic"]
    literal = re.compile(rf"\b{re.escape(dpproofs.__version__)}\b")
    sources = (ROOT / "dpproofs").rglob("*.py")
    holders = [path.name for path in sources if literal.search(path.read_text("utf-8"))]
    assert holders == ["_version.py"]


def test_the_citation_is_of_this_version_and_place():
    lines = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {dpproofs.__version__}" in lines
    assert f'repository-code: "{PROJECT["urls"]["Source"]}"' in lines
    assert any(re.fullmatch(r"date-released: \d{4}-\d\d-\d\d", line) for line in lines)


def test_the_citation_names_every_paper():
    titles = re.findall(r'(?m)^    title: "(.*)"$', (ROOT / "CITATION.cff").read_text("utf-8"))
    assert sorted(titles) == sorted(
        title for name, title in papers().items() if not described()[name].own
    )


def test_a_release_changes_the_version_and_the_date_only():
    day = datetime.date(2027, 2, 3)
    for path, change in (
        (release.VERSION, lambda text: release.versioned(text, "9.8.7")),
        (release.CITATION, lambda text: release.cited(text, "9.8.7", day)),
        (release.BOOK, lambda text: release.titled(text, "9.8.7")),
        (release.SITE, lambda text: release.offered(text, "9.8.7")),
    ):
        before = path.read_text("utf-8")
        after = change(before)
        new = {line for line in after.splitlines() if line not in before.splitlines()}
        assert new <= {
            '__version__ = "9.8.7"',
            "version: 9.8.7",
            "date-released: 2027-02-03",
            r"\dptitle{9.8.7}",
            f'const VERSIONS = ["9.8.7", "{dpproofs.__version__}"];',
        }
        assert new
    with pytest.raises(ValueError, match="should be 1"):
        release.versioned("nothing here", "9.8.7")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    pytest.importorskip("hatchling", reason="hatchling builds the wheel: install dpproofs[test]")
    directory = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", directory],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (path,) = directory.glob("*.whl")
    with zipfile.ZipFile(path) as opened:
        yield opened


def test_wheel_holds_the_data_files(wheel):
    names = wheel.namelist()
    assert {
        "dpproofs/py.typed",
        "dpproofs/theorems/catalogue.toml",
        "dpproofs/theorems/index.json",
        "dpproofs/replaying/statements.json",
        "dpproofs/render/assets/dpbook.sty",
        "dpproofs/render/assets/dpproofs.sty",
    } <= set(names)
    assert all(name.startswith("dpproofs") for name in names)


def test_the_readme_of_the_wheel_has_absolute_links(wheel):
    (name,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    metadata = email.message_from_bytes(wheel.read(name))
    readme = metadata.get_payload()
    links = re.findall(r"\]\(([^)]+)\)", readme)
    assert len(links) > 10
    for link in links:
        assert link.startswith(("https://", "#")), link
        place = re.fullmatch(rf"{PROJECT['urls']['Source']}/(?:blob|raw)/main/(.*)", link)
        assert place is None or (ROOT / place[1]).exists(), link
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert {url.partition(",")[0] for url in metadata.get_all("Project-URL")} == set(
        PROJECT["urls"]
    )


def test_the_lowest_versions_are_those_of_the_bounds():
    project = {
        "dependencies": ["one>=1.2.3", "two-x>=2; python_version < '3.14'"],
        "optional-dependencies": {
            "more": ["pkg[more]", "One>=9", "four<5", "Three.z>=3.0, <4"],
            "less": ["three.z<4"],
        },
    }
    assert lowest.lowest(project) == ["one==1.2.3", "three.z==3.0", "two-x==2"]
    bounded = {line.partition("==")[0] for line in lowest.lowest(PROJECT)}
    needed = {re.split(r"[<>=;\[]", row)[0].lower() for row in PROJECT["dependencies"]}
    assert needed <= bounded


def test_the_workflows_run_every_python_that_is_admitted_and_targets_that_exist():
    workflows = [path.read_text("utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")]
    admitted = PROJECT["requires-python"].removeprefix(">=")
    matrix = re.search(r"python: \[(.*)\]", "".join(workflows))[1]
    assert matrix.split(", ")[0] == f'"{admitted}"'
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"run: make ([a-z-]+)", "".join(workflows)):
        assert re.search(rf"(?m)^{target}:", makefile), target


def test_what_the_image_copies_is_let_through_and_makes_the_wheel(tmp_path):
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    copied = [name for line in lines if line.startswith("COPY") for name in line.split()[1:-1]]
    kept = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert {f"!{name}" for name in copied} == {line for line in kept if line.startswith("!")}
    for name in copied:
        (tmp_path / name).symlink_to(ROOT / name)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "dist"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    (extras,) = re.findall(r"(?m)^ARG EXTRAS=(.*)$", "\n".join(lines))
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])


def test_the_policy_names_commands_and_options_that_exist():
    policy = (ROOT / "SECURITY.md").read_text("utf-8")
    commands = set(re.findall(r"`dpproofs ([a-z]+)", policy))
    assert {"audit", "replay"} <= commands <= set(main.commands)
    options = {name for each in main.commands["audit"].params for name in each.opts}
    assert set(re.findall(r"(--(?!json|network)[a-z]+)", policy)) <= options


def test_hypothesis_is_only_needed_where_it_is_used():
    assert not any("hypothesis" in line for line in PROJECT["dependencies"])
    assert any("hypothesis" in line for line in PROJECT["optional-dependencies"]["testing"])
    users = [
        path.relative_to(ROOT).parts[1]
        for path in (ROOT / "dpproofs").rglob("*.py")
        if re.search(r"(?m)^\s*(?:from|import) hypothesis\b", path.read_text("utf-8"))
    ]
    assert set(users) <= {"testing"}


def test_the_extras_that_the_guide_to_installing_names_exist():
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    named = re.findall(r"(?m)^\| `([\w-]+)` \|", page)
    assert len(named) >= 7
    assert set(named) <= set(PROJECT["optional-dependencies"])


def test_what_is_generated_is_marked():
    names = [
        "derivations/book.tex",
        "derivations/certificates/additive.lem2.json",
        "docs/claims.md",
        "dpproofs/replaying/statements.json",
        "dpproofs/theorems/index.json",
    ]
    asked = subprocess.run(
        ["git", "check-attr", "linguist-generated", *names, "dpproofs/cli.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if asked.returncode:
        pytest.skip("not a git checkout")
    states = [line.rpartition(": ")[2] for line in asked.stdout.splitlines()]
    assert states == ["true"] * len(names) + ["unspecified"]
