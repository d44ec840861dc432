"""Certificates that are committed, and Coq where it is installed."""

import json
import shutil
from functools import cache
from pathlib import Path

import pytest

from coq import BUILD, below, coqc, imported
from dpproofs.coq.document import PROVED_RULES, TACTICS
from dpproofs.coq.steps import header, lemma

ROOT = Path(__file__).resolve().parent.parent.parent
CERTIFICATES = ROOT / "derivations" / "certificates"
SOURCES = ROOT / "coq"


def pytest_collection_modifyitems(items):
    for item in items:
        if "coq" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.coq)


@cache
def certificate(name):
    return json.loads((CERTIFICATES / f"{name}.json").read_text("utf-8"))


def attempts(found, refused=(), module="Attempts", shown=None, *, stronger=False, factored=False):
    """The steps of a certificate in Coq; of those that are ``refused`` the proof has to fail.

    With ``shown``, the others than these are taken for proved.
    """
    ways = {"stronger": stronger or factored, "factored": factored}
    texts = [header(found, **ways).replace(PROVED_RULES, ""), f"Module {module}."]
    for step in found["steps"]:
        head, body = lemma(step, found, factored=factored).split("\nProof. ")
        tactic = "; ".join(body.removesuffix(". Qed.").split(". "))
        if step["name"] in refused:
            texts.append(f"{head}\nProof. Fail solve [{tactic}]. Abort.")
        elif shown is None or step["name"] in shown:
            texts.append(f"{head}\nProof. solve [{tactic}]. Qed.")
        else:
            texts.append(f"{head}\nProof. Admitted.")
    return "\n\n".join([*texts, f"End {module}."]) + "\n"


LIBRARIES = """\
From Coquelicot Require Coquelicot.
From Interval Require Tactic.
From mathcomp.analysis Require lebesgue_integral.
"""


@pytest.fixture(scope="session")
def coq(tmp_path_factory):
    """Run coqc on a text: nothing, or its error."""
    if not shutil.which("coqc"):
        pytest.skip("coqc is not installed")
    place = tmp_path_factory.mktemp("coq")
    (place / "libraries.v").write_text(LIBRARIES, "utf-8")
    if compiled(place, "libraries", expect=False):
        pytest.skip("Coq's libraries are not installed")
    for name in dict.fromkeys(
        each for one in " ".join(TACTICS.values()).split() for each in below(one)
    ):
        shutil.copy(SOURCES / f"{name}.v", place)
        if as_built(name):
            shutil.copy(BUILD / f"{name}.vo", place)
        else:
            compiled(place, name)

    def check(text, name="written"):
        (place / f"{name}.v").write_text(text, "utf-8")
        return compiled(place, name, expect=False)

    return check


@cache
def as_built(name):
    """Whether the last `make coq` compiled this very file, and all that it imports."""
    built = BUILD / f"{name}.v"
    return (
        built.with_suffix(".vo").exists()
        and built.read_bytes() == (SOURCES / f"{name}.v").read_bytes()
        and all(map(as_built, imported(name)))
    )


def compiled(place, name, *, expect=True):
    asked = coqc(name, place)
    assert not (expect and asked.returncode), asked.stderr
    return asked.stdout + asked.stderr if asked.returncode else ""
