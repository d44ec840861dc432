import json
import sys
import textwrap

import numpy as np
import pytest

from dpproofs.audit.claim import PrivacyClaim
from dpproofs.audit.sampler import Audit, Budget
from dpproofs.audit.sampler.workers import Here
from dpproofs.audit.targets import find
from dpproofs.commands.audit_text import progress, shortened

CLAIM = ("--epsilon", "1", "--sensitivity", "1")
TOO_LITTLE = ("numpy:laplace", "--arg", "scale=0.5", *CLAIM)
ENOUGH = ("numpy:laplace", "--arg", "scale=1", *CLAIM, "--max-draws", "500")


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a module of the user's own and stand beside it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)

    def write(name, source):
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(source), "utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)

    return write


def test_a_violation_is_shown_with_its_witness(run):
    result = run("audit", *TOO_LITTLE)
    assert result.exit_code == 1
    assert "violation" in result.stdout
    assert "witness" in result.stdout
    assert "reproduce     dpproofs audit numpy:laplace" in result.stdout


def test_nothing_found_is_no_proof_and_exits_well(run):
    result = run("audit", *ENOUGH)
    assert result.exit_code == 0
    assert "no violation found" in result.stdout


def test_json_is_the_contract(run):
    document = json.loads(run("audit", *TOO_LITTLE, "--json").stdout)
    assert document["claim"] == {"epsilon": 1.0, "delta": 0.0, "sensitivity": 1.0}
    assert document["verdict"] == "violation"
    assert set(document["evidence"]) >= {"e_value", "samples", "seconds"}
    assert set(document["witness"]) >= {
        "input",
        "neighbour",
        "set",
        "probability_low",
        "probability_neighbour_high",
        "delta_low",
    }
    assert document["epsilon_low"] > 1
    assert document["alpha"] == 0.05
    assert document["reproduce"].startswith("dpproofs audit")


def test_the_reproduction_reproduces(run):
    first = json.loads(run("audit", *TOO_LITTLE, "--seed", "3", "--json").stdout)
    again = first["reproduce"].split()[1:]
    second = json.loads(run(*again, "--json").stdout)
    for document in (first, second):
        del document["evidence"]["seconds"]
    assert first == second


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("numpy:laplace", "--epsilon", "-1", "--sensitivity", "1"), "epsilon = -1.0"),
        (("numpy:laplace", "--epsilon", "x", "--sensitivity", "1"), "--epsilon"),
        (("numpy:laplace", "--sensitivity", "1"), "--epsilon"),
        (("nothing", *CLAIM), "TARGET"),
        (("no.module:here", *CLAIM), "no.module"),
        (("numpy:nonsense", *CLAIM), "nonsense"),
        (("numpy:laplace", "--arg", "scale", *CLAIM), "name=value"),
        (("numpy:laplace", "--arg", "scale=1", "--arg", "scale=2", *CLAIM), "one value"),
        (("numpy:laplace", "--arg", "width=1", *CLAIM), "width"),
        (("numpy:laplace", "--alpha", "2", *CLAIM), "alpha"),
        (("numpy:laplace", "--input", "one", *CLAIM), "--input"),
        (("numpy:laplace", "--shift", "3", *CLAIM), "--shift"),
        (("numpy:laplace", "--input", "[1, 2]", *CLAIM), "--shift"),
        (("numpy:laplace", "--seconds", "0", *CLAIM), "seconds"),
        (("numpy:laplace", "--command", "x {value}", *CLAIM), "exactly one"),
        (("--command", "no-such-program {value}", *CLAIM), "no-such-program"),
        (("--draws", "nowhere.npy", *CLAIM), "nowhere.npy"),
        (("--command", "cat", "--arg", "a=1", *CLAIM), "--arg"),
        (("numpy:laplace", "--save", "no/such/place", *CLAIM), "no/such/place"),
        (("numpy:laplace", "--resume", "nowhere.npz", *CLAIM), "nowhere.npz"),
        (CLAIM, "exactly one"),
    ],
)
def test_bad_input_is_one_clear_line(run, arguments, said):
    result = run("audit", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_function_of_the_users_own(run, module):
    module(
        "counting",
        """
        print("loaded")

        def noisy(value, size, rng, scale=1.0):
            return value + rng.laplace(scale=scale, size=size)

        def broken(value):
            raise ZeroDivisionError("division by zero")
        """,
    )
    result = run("audit", "counting:noisy", "--arg", "scale=0.5", *CLAIM, "--json")
    assert json.loads(result.stdout)["verdict"] == "violation"
    broken = run("audit", "counting:broken", *CLAIM)
    assert broken.exit_code == 3
    assert "ZeroDivisionError" in broken.stdout


def test_a_program(run, tmp_path):
    program = tmp_path / "noisy.py"
    program.write_text(
        "import random, sys\n"
        "value, count = float(sys.argv[1]), int(sys.argv[2])\n"
        "for _ in range(count):\n"
        "    print(value + 0.5 * (random.expovariate(1) - random.expovariate(1)))\n",
        "utf-8",
    )
    command = f"{sys.executable} {program} {{value}} {{count}}"
    assert run("audit", "--command", command, *CLAIM).exit_code == 1


def test_recorded_draws(run, tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "draws.npy"
    np.save(path, rng.laplace([0, 1], 0.5, (3000, 2)))
    result = run("audit", "--draws", path, *CLAIM)
    assert result.exit_code == 1
    assert run("audit", "--draws", path, "--resume", path, *CLAIM).exit_code == 2


def test_vectors_of_inputs(run, module):
    module(
        "table",
        """
        import numpy as np

        def histogram(counts, size, rng):
            return np.array(counts) + rng.laplace(scale=0.5, size=(size, len(counts)))
        """,
    )
    given = ("--input", "[3, 4, 5]", "--shift", "[0, 1, 0]")
    result = run("audit", "table:histogram", *CLAIM, *given, "--json")
    witness = json.loads(result.stdout)["witness"]
    assert sorted([witness["input"], witness["neighbour"]]) == [[3, 4, 5], [3, 5, 5]]


def test_all_three_audits(run):
    budget = ("--max-draws", "400", "--seconds", "4")
    result = run("audit", "dpproofs:Laplace", *CLAIM, *budget, "--of", "all", "--json")
    document = json.loads(result.stdout)
    assert document["verdicts"] == {
        "sampler": "no violation found",
        "numbers": "violation",
        "parameters": "no violation found",
    }
    assert document["verdict"] == "violation"
    assert document["numbers"]["verdict"] == "violation"
    assert document["parameters"][0]["verdict"] == "no violation found"
    assert result.exit_code == 1


def test_parameters_alone(run):
    wrong = ("numpy:laplace", "--arg", "scale=0.9", *CLAIM, "--of", "parameters")
    result = run("audit", *wrong)
    assert result.exit_code == 1
    assert "1.1111" in result.stdout
    document = json.loads(run("audit", *wrong, "--json").stdout)
    assert (document["verdict"], document["evidence"]) == ("violation", None)


def test_what_cannot_be_decided_exits_with_3(run, module):
    module("opaque", "def noisy(value):\n    return value\n")
    assert run("audit", "opaque:noisy", *CLAIM, "--of", "parameters").exit_code == 3


def test_a_saved_audit_goes_on(run, tmp_path):
    state = tmp_path / "state.npz"
    target = ("numpy:laplace", "--arg", "scale=1", *CLAIM, "--json")
    run("audit", *target, "--max-draws", "300", "--save", state)
    resumed = run("audit", *target, "--max-draws", "900", "--resume", state)
    whole = run("audit", *target, "--max-draws", "900")
    assert json.loads(resumed.stdout)["evidence"]["samples"] == 900
    assert json.loads(whole.stdout)["evidence"]["samples"] == 900


def test_a_page_is_written(run, tmp_path):
    page = tmp_path / "audit.html"
    run("audit", *TOO_LITTLE, "--report", page)
    assert "</html>" in page.read_text("utf-8")


def test_workers_find_the_same(run):
    assert run("audit", *TOO_LITTLE, "--workers", "2").exit_code == 1


def test_targets_are_listed(run):
    listed = run("audit", "--list")
    assert listed.exit_code == 0
    assert "numpy:laplace" in listed.stdout.splitlines()


def test_an_interruption_keeps_the_state(launch, module, tmp_path):
    module(
        "interrupted",
        """
        import os, signal

        calls = []

        def noisy(value, size, rng):
            calls.append(size)
            if len(calls) == 40:
                os.kill(os.getpid(), signal.SIGINT)
            return value + rng.laplace(size=size)
        """,
    )
    ended = launch("audit", "interrupted:noisy", *CLAIM, "--json", cwd=tmp_path)
    assert ended.code == 130, ended.err
    document = json.loads(ended.out)
    assert document["interrupted"]
    assert document["evidence"]["samples"] > 0
    assert "--resume" in ended.err
    more = ("--resume", "dpproofs-audit.npz", "--max-draws", 2000, "--json")
    again = launch("audit", "interrupted:noisy", *CLAIM, *more, cwd=tmp_path)
    assert json.loads(again.out)["evidence"]["samples"] > document["evidence"]["samples"]


def test_progress_is_one_line_with_the_evidence_and_the_best_set():
    claim = PrivacyClaim(1.0)
    audit = Audit.of(find("numpy:laplace", claim, {"scale": 0.5}), claim)
    budget = Budget(max_draws=200)
    assert "0 pairs" in progress(audit, budget)
    audit.run(budget, Here(audit.target))
    line = progress(audit, budget)
    assert "e-value" in line
    assert " from " in line
    assert "\n" not in line


def test_long_sets_are_cut():
    assert shortened("x" * 200, 10) == "x" * 9 + "…"
