import email.message
import importlib.metadata
import json
import tomllib
from pathlib import Path

import pytest

from dpproofs import verifying
from dpproofs.commands import doctor

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


@pytest.fixture
def required(monkeypatch):
    """Replace what the package says that it needs, and what is installed."""

    def replace(lines, headings=(), **installed):
        def metadata(name):
            if name not in installed:
                raise importlib.metadata.PackageNotFoundError(name)
            stated = email.message.Message()
            stated["Version"] = installed[name]
            for heading in headings:
                stated[heading[0]] = heading[1]
            return stated

        monkeypatch.setattr(importlib.metadata, "requires", lambda _: lines)
        monkeypatch.setattr(importlib.metadata, "metadata", metadata)
        monkeypatch.setattr(doctor, "self_test", lambda: "passed")

    return replace


def test_an_installation_that_works_is_well(run):
    result = run("doctor", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["self_test"] == "passed"
    assert found["stored"]["fit"] == found["stored"]["claims"] > 100
    assert {"sympy", "numpy"} <= {package["name"] for package in found["needed"]}


def test_every_extra_is_told_with_what_it_adds():
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    assert set(project["optional-dependencies"]) <= set(doctor.ADDS)


def test_extras_that_include_others_need_what_those_need(required):
    required(
        [
            "sympy>=1.13",
            "a>=1; extra == 'one'",
            'b[x]<2,>=1 ; extra == "two"',
            "dpproofs[one,two]; extra == 'all'",
        ],
        sympy="1.14",
        a="1.5",
    )
    found = doctor.requirements()
    assert [vars(package) for package in found[""]] == [
        {"name": "sympy", "wanted": ">=1.13", "installed": "1.14", "license": None}
    ]
    assert [(p.name, p.wanted, p.installed) for p in found["all"]] == [
        ("a", ">=1", "1.5"),
        ("b", "<2,>=1", None),
    ]


@pytest.mark.parametrize(
    ("headings", "licence"),
    [
        ([("License-Expression", "MIT"), ("License", "a text")], "MIT"),
        ([("Classifier", "License :: OSI Approved"), ("License", "Own\nthe text")], "Own"),
        ([("License", "BSD"), ("Classifier", "License :: OSI Approved :: ISC")], "ISC"),
        ([("Classifier", "Programming Language :: Python")], None),
    ],
)
def test_the_licence_is_the_one_that_a_package_states(required, headings, licence):
    required(["sympy"], headings, sympy="1.14")
    assert doctor.requirements()[""][0].license == licence


def test_a_missing_extra_is_no_fault_and_a_missing_need_is_one(run, required):
    required(["sympy", "matplotlib; extra == 'figures'"], sympy="1.14")
    result = run("doctor")
    assert result.exit_code == 0
    assert "missing: the figures of the papers: derive --all, figures; pictures of audits" in (
        result.stdout
    )
    assert "(matplotlib MISSING)" in result.stdout
    required(["sympy", "click"], sympy="1.14")
    result = run("doctor")
    assert result.exit_code == 1
    assert "click MISSING" in result.stdout


def test_a_package_that_is_not_installed_says_so(run, monkeypatch):
    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", missing)
    monkeypatch.setattr(doctor, "self_test", lambda: "passed")
    result = run("doctor")
    assert result.exit_code == 0
    assert "the package is not installed" in result.stdout


def test_a_self_test_that_fails_is_told(run, monkeypatch, verdict):
    monkeypatch.setattr(verifying, "verify", lambda claim: verdict(claim, "open"))
    result = run("doctor")
    assert result.exit_code == 1
    assert "self-test  additive.lem2 is open: Step 1 is too hard." in result.stdout
    monkeypatch.setattr(verifying, "verify", lambda _: 1 // 0)
    assert "ZeroDivisionError" in run("doctor").stdout
    monkeypatch.setattr(verifying, "verify", verdict)
    assert run("doctor").exit_code == 1  # its certificate is none
