import errno
import importlib
import json
import os
import shlex
import signal
import sys
import textwrap
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from planted import Clock

from dpproofs.auditing import order
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.numbers import audit_numbers
from dpproofs.auditing.sampler import Audit, Budget, state
from dpproofs.auditing.sampler.workers import Here
from dpproofs.auditing.suite import thresholds
from dpproofs.auditing.targets import find
from dpproofs.commands.audit_request import read_arguments
from dpproofs.commands.audit_text import progress, progress_of_numbers, shortened

CLAIM = ("--epsilon", "1", "--sensitivity", "1")
TOO_LITTLE = ("numpy:laplace", "--arg", "scale=0.5", *CLAIM)
ENOUGH = ("numpy:laplace", "--arg", "scale=1", *CLAIM, "--max-draws", "500")


PATIENCE = 600  # seconds after which a command hangs, on the slowest machine


def wait_for(path):
    """Wait for a file that another process writes."""
    until = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.05)


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a module of the user's own and stand beside it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)

    def write(name, source):
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(source), "utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)

    return write


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (("0.75", "--mu", "1"), ["at mu 1, sensitivity 1", "broken", "Dong, Roth & Su"]),
        (("0.9", "--rho", "0.5"), ["at rho 0.5, sensitivity 1", "divergence", "claimed ≤"]),
        (("0.75", "--renyi", "8", "0.3"), ["0.3 at order 8", "Asoodeh", "--renyi 8.0 0.3"]),
    ],
)
def test_a_claim_of_another_kind_is_told_as_it_was_made(run, claim, said):
    noise = "scipy:norm", "--arg", f"scale={claim[0]}"
    result = run("audit", *noise, *claim[1:], "--sensitivity", "1")
    assert result.exit_code == 1
    assert all(words in result.stdout for words in said)


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
        (("numpy:laplace", "--mu", "1", *CLAIM), "exactly one of epsilon, rho, renyi, mu"),
        (("numpy:laplace", "--mu", "-1", "--sensitivity", "1"), "mu = -1.0"),
        (("numpy:laplace", "--mu", "1", "--delta", ".1", "--sensitivity", "1"), "out with mu"),
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
        (("numpy:laplace", "--timeout", "5", *CLAIM), "without a --command or a Python callable"),
        (("numpy:laplace", "--format", "float64", *CLAIM), "left out without a --command"),
        (("numpy:laplace", "--input", "1", "--shift", "[1]", *CLAIM), "lists of numbers"),
        (("numpy:laplace", "--shift", "[1]", *CLAIM), "lists of numbers"),
        (("numpy:laplace", "--input", "[]", "--shift", "[]", *CLAIM), "lists of numbers"),
        (("numpy:laplace", "--input", "[1]", "--shift", "[1, 2]", *CLAIM), "of one length"),
        (("numpy:laplace", "--input", "[1, 2]", "--shift", "[0, 0]", *CLAIM), "not all 0"),
        (("numpy:laplace", "--input", "[NaN]", "--shift", "[1]", *CLAIM), "finite number"),
        (("numpy:laplace", "--input", "1e400", *CLAIM), "finite number"),
        (("numpy:laplace", "--input", "[true]", *CLAIM), "finite number"),
        (("numpy:laplace", "--max-draws", "1.5", *CLAIM), "'1.5' is not an integer"),
        (("numpy:laplace", "--max-draws", "1e999", *CLAIM), "'1e999' is not an integer"),
        (("numpy:laplace", "--max-draws", "many", *CLAIM), "'many' is not an integer"),
        (("numpy:poisson", "--arg", "lam=3", "--input", "0.5", *CLAIM), "target of integers"),
        (("numpy:poisson", "--arg", "lam=3", "--shift", "0.5", *CLAIM), "target of integers"),
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


@pytest.mark.sweep
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


@pytest.mark.parametrize("subject", ["sampler", "numbers"])
def test_recorded_draws_serve_every_audit(run, tmp_path, subject):
    path = tmp_path / "draws.npy"
    np.save(path, np.random.default_rng(0).laplace([0, 1], 1, (3000, 2)))
    together = json.loads(run("audit", "--draws", path, *CLAIM, "--of", "all", "--json").stdout)
    alone = json.loads(run("audit", "--draws", path, *CLAIM, "--of", subject, "--json").stdout)
    assert together["verdicts"][subject] == alone["verdict"]
    assert together["numbers"]["evidence"]["samples"] > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("numpy:laplace", "--suite"), "TARGET = 'numpy:laplace', but should be left out with"),
        (("--suite", "--epsilon", "1"), "--epsilon = 1.0, but should be left out with --suite"),
        (("--suite", "--of", "numbers"), "--of = 'numbers', but should be left out with --suite"),
        (("--suite", "--workers", "1"), "--workers = 1, but should be left out with --suite"),
        (("--suite", "--seconds", "-1"), "--seconds = -1.0, but should be a number in (0, inf)"),
        (("--suite", "--seconds", "0"), "--seconds = 0.0, but should be a number in (0, inf)"),
        (("--suite", "--alpha", "nan"), "--alpha = nan, but should be a number in (0, 1)"),
        ((*ENOUGH, "-o", "here"), "-o = 'here', but should be left out without --suite"),
        ((*ENOUGH, "--library", "numpy"), "--library = 'numpy', but should be left out without"),
    ],
)
def test_options_without_effect_are_refused(run, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    result = run("audit", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_page_that_cannot_be_written_loses_no_results(run):
    result = run("audit", *ENOUGH, "--report", "/dev/full", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["verdict"] == "no violation found"
    assert "No space left" in result.stderr


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_stops_a_target_that_hangs(start, module, tmp_path, workers):
    module(
        "hanging",
        """
        import pathlib, time

        def noisy(value, size, rng):
            pathlib.Path("begun").touch()
            time.sleep(10_000)
        """,
    )
    process = start("audit", "hanging:noisy", *CLAIM, "--workers", workers, cwd=tmp_path)
    wait_for(tmp_path / "begun")
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    assert (tmp_path / "dpproofs-audit.npz").exists()


def test_files_are_written_where_the_command_was_given(launch, module, tmp_path):
    module(
        "wandering",
        """
        import os

        def noisy(value, size, rng):
            os.chdir(os.sep)
            return value + rng.laplace(size=size)
        """,
    )
    given = ("wandering:noisy", *CLAIM, "--max-draws", 200)
    ended = launch("audit", *given, "--save", "s.npz", "--report", "r.html", cwd=tmp_path)
    assert ended.code == 0, ended.err
    assert {"s.npz", "r.html"} <= {path.name for path in tmp_path.iterdir()}


def test_recorded_draws_have_their_own_inputs(run, tmp_path):
    path = tmp_path / "draws.npy"
    np.save(path, np.zeros((30, 2)))
    result = run("audit", "--draws", path, *CLAIM, "--input", "0")
    assert result.exit_code == 2
    assert "it has its own" in result.stderr


@pytest.mark.parametrize("written", [".5", "0.5", "5e-1", "+.5"])
def test_numbers_are_written_in_any_usual_way(run, written):
    given = ("--arg", f"scale={written}", f"--input={written}", "--max-draws", "1e4")
    result = run("audit", "numpy:laplace", *given, *CLAIM, "--json")
    assert json.loads(result.stdout)["arguments"] == {"scale": 0.5}
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("9007199254740993", 2**53 + 1),
        ("True", True),
        ("false", False),
        ("inf", float("inf")),
        ("1_000", "1_000"),
        ("[1]", "[1]"),
        ("", ""),
    ],
)
def test_arguments_are_what_they_look_like(text, value):
    found = read_arguments([f"name={text}"])["name"]
    assert (found, type(found)) == (value, type(value))


def test_integers_are_taken_exactly(run, module):
    module("exact", "def noisy(value: int):\n    return value % 2\n")
    given = ("--input", str(2**60 + 129), "--shift", "-1")
    document = json.loads(run("audit", "exact:noisy", *given, *CLAIM, "--json").stdout)
    witness = document["witness"]
    assert {witness["input"], witness["neighbour"]} == {2**60 + 128, 2**60 + 129}


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("claim", [("700", "1", 3), ("1", "1e308", 0), ("1", "1e-320", 0)])
def test_claims_at_the_ends_of_what_is_accepted(run, claim):
    epsilon, sensitivity, code = claim
    scaled = ("--arg", f"scale={sensitivity}")
    given = ("--epsilon", epsilon, "--sensitivity", sensitivity, "--max-draws", "200", *scaled)
    assert run("audit", "numpy:laplace", *given).exit_code == code


@pytest.mark.parametrize("subject", ["sampler", "numbers"])
def test_too_few_draws_decide_nothing(run, subject):
    result = run("audit", *ENOUGH, "--max-draws", "1", "--of", subject)
    assert result.exit_code == 3
    assert "undecided" in result.stdout


def test_a_few_recorded_draws_decide_nothing(run, tmp_path):
    file = tmp_path / "draws.csv"
    file.write_text("0,1\n0.1,0.9\n-0.4,1.3\n2.2,0.1\n0.3,1.1\n-1.0,0.7\n")
    result = run("audit", "--draws", file, *CLAIM)
    assert result.exit_code == 3
    assert "so few draws would not surely show" in result.stdout


def test_what_nothing_found_is_worth_is_told(run):
    result = run("audit", *ENOUGH, "--max-draws", "2000")
    assert result.exit_code == 0
    assert "would show    Laplace noise " in result.stdout
    assert "or a leak of 1 in " in result.stdout


def test_a_power_that_is_demanded_decides(run):
    result = run("audit", *ENOUGH, "--max-draws", "2000", "--power", "0.9", "--json")
    assert result.exit_code == 3
    found = json.loads(result.stdout)
    assert found["verdict"] == "undecided"
    assert found["power"]["scale"] < 0.9 == found["power"]["wanted"]
    assert "--power 0.9" in found["reproduce"]
    told = run("audit", *ENOUGH, "--max-draws", "2000", "--power", "0.9").stdout
    assert "too little    noise 10 % too small was to be shown, but so few draws" in told
    reached = run("audit", *ENOUGH, "--max-draws", "9000", "--power", "0.7", "--json")
    assert reached.exit_code == 0
    assert 0.7 <= json.loads(reached.stdout)["power"]["scale"] < 0.72


def test_a_threshold_comes_first_and_ends_the_draws_soon(run, monkeypatch):
    pytest.importorskip("opendp")
    running = importlib.import_module("dpproofs.commands.audit_run")
    real, kept = running.audit_thresholds, []

    def once(*given):
        if not kept:
            kept.append(real(*given))
        return kept[0]

    monkeypatch.setattr(running, "audit_thresholds", once)  # it releases thousands of keys
    monkeypatch.setattr(order, "DECIDED", 1e-9)
    monkeypatch.setattr(thresholds, "KEYS", 20_000)
    claim = ("--epsilon", "5", "--delta", "1e-6", "--sensitivity", "1", "--json")
    wrong = ("opendp:laplace_threshold_int", *claim, "--of", "threshold", "--of", "sampler")
    wrong = (*wrong, "--max-draws", "50")
    result = run("audit", *wrong)
    document = json.loads(result.stdout)
    assert (result.exit_code, document["verdict"]) == (1, "violation")
    assert document["error"].startswith("nothing was drawn before the time was over")
    assert "--seconds" not in document["reproduce"]
    result = run("audit", *wrong, "--seconds", "600")
    document = json.loads(result.stdout)
    assert (result.exit_code, "error" in document["verdicts"]) == (1, False)
    assert document["verdict"] == document["verdicts"]["threshold"] == "violation"
    assert document["threshold"]["witness"]["ratio"] > 40
    assert "a key with count 1 is released" in document["threshold"]["text"]

    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "_of_sampler", stopped)
    result = run("audit", *wrong)
    document = json.loads(result.stdout)
    assert (result.exit_code, document["interrupted"]) == (1, True)
    assert document["verdicts"] == {"threshold": "violation"}


def test_the_verdict_is_on_the_claim_that_was_asked_about(run, monkeypatch):
    pytest.importorskip("diffprivlib")
    Clock(tick=0.01).plant(monkeypatch)
    claim = ("--epsilon", "1", "--delta", "0.01", "--sensitivity", "1")
    asked = ("diffprivlib:LaplaceBoundedNoise", *claim, "--of", "parameters", "--seconds", "3")
    result = run("audit", *asked, "--json")
    document = json.loads(result.stdout)
    assert document["verdict"] == "no violation found"
    assert result.exit_code == 0
    assert document["other_claims"] == "violation"


def test_no_draws_are_no_verdict(run):
    result = run("audit", *ENOUGH, "--seconds", "1e-9", "--json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["error"].startswith(
        "nothing was drawn before the time was over"
    )


@pytest.mark.parametrize("subject", ["numbers", "all"])
def test_a_target_that_fails_is_an_error_in_every_audit(run, module, tmp_path, subject):
    module("failing", "def noisy(value):\n    return None\n")
    given = ("failing:noisy", *CLAIM, "--of", subject, "--report", tmp_path / "page.html")
    result = run("audit", *given, "--json")
    document = json.loads(result.stdout)
    assert result.exit_code == 3
    assert (document["verdict"], document["numbers"]["verdict"]) == ("error", "error")
    assert "returned None" in document["error"]
    assert "returned None" in (tmp_path / "page.html").read_text("utf-8")
    assert run("audit", *given).stdout.count("returned None") == 1


def test_ctrl_c_in_a_later_audit_keeps_the_earlier_one(run, monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("dpproofs.auditing.numbers.audit_numbers", stopped)
    result = run("audit", *ENOUGH, "--of", "sampler", "--of", "numbers", "--json")
    document = json.loads(result.stdout)
    assert (result.exit_code, document["interrupted"]) == (130, True)
    assert document["verdicts"] == {"sampler": "no violation found"}


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_target_prints_is_no_result(launch, module, tmp_path, workers):
    module(
        "chatty",
        r"""
        import os

        def noisy(value, size, rng):
            print("one")
            os.write(1, b"two\n")  # as a library in another language does
            return value + rng.laplace(size=size)
        """,
    )
    given = ("chatty:noisy", *CLAIM, "--max-draws", 300, "--workers", workers, "--json")
    ended = launch("audit", *given, cwd=tmp_path)
    assert json.loads(ended.out)["verdict"] == "no violation found"
    assert "two" in ended.err


def test_a_resumed_audit_is_reproduced_from_its_own_seed(run, tmp_path):
    state = tmp_path / "state.npz"
    run("audit", *ENOUGH, "--seed", "3", "--save", state)
    document = json.loads(run("audit", *ENOUGH, "--resume", state, "--json").stdout)
    assert document["seed"] == 3
    assert document["reproduce"].endswith("--seed 3")


def test_a_resumed_audit_is_reproduced_at_its_own_inputs(run, tmp_path):
    state = tmp_path / "state.npz"
    where = ("--input", "5", "--input", "-1e3", "--shift", ".5")
    run("audit", *ENOUGH, *where, "--save", state)
    again = json.loads(run("audit", *ENOUGH, "--resume", state, "--json").stdout)["reproduce"]
    assert shlex.join(where) in again


def test_a_resumed_audit_keeps_its_domain_and_what_is_special(run, module, tmp_path):
    module(
        "from_0_to_10",
        """
        def noisy(value, size, rng):
            if not 0 <= value <= 10:
                raise ValueError("outside")
            return value + rng.laplace(size=size)
        """,
    )
    state = tmp_path / "state.npz"
    known = {"--domain": ("0", "10"), "--special": ()}
    saved = {}
    for option, given in known.items():
        target = "from_0_to_10:noisy" if option == "--domain" else "numpy:laplace"
        start = ("audit", target, *CLAIM, "--json", "--max-draws")
        run(*start, "600", option, *given, "--save", state)
        found = json.loads(run(*start, "1200", "--resume", state).stdout)
        saved[option] = found["domain"], found["special"]
        assert " ".join([option, *given]).replace("10", "10.0")[:9] in found["reproduce"]
        refused = run(*start, "1200", "--resume", state, option, *given)
        assert refused.exit_code == 2
        assert f"{option} = " in refused.stderr
    assert saved == {"--domain": ([0, 10], False), "--special": (None, True)}


def test_a_resumed_audit_leaves_out_what_is_refused_where_it_chose_the_inputs(
    run, module, tmp_path
):
    module(
        "only_from_0",
        """
        def noisy(value, size, rng):
            if value < 0:
                raise ValueError("outside")
            return value + rng.laplace(size=size)
        """,
    )
    state = tmp_path / "state.npz"
    start = ("audit", "only_from_0:noisy", *CLAIM, "--json", "--max-draws")
    assert run(*start, "200", "--save", state).exit_code == 0  # before most inputs had their turn
    found = run(*start, "6000", "--resume", state)
    assert found.exit_code == 0
    assert json.loads(found.stdout)["refused"]


def test_a_state_of_other_arguments_is_not_resumed(run, tmp_path):
    state = tmp_path / "state.npz"
    run("audit", *ENOUGH, "--save", state)
    result = run("audit", *ENOUGH, "--arg", "loc=1", "--resume", state)
    assert result.exit_code == 2
    assert "arguments {'scale': 1, 'loc': 1}" in result.stderr


def test_a_resumed_audit_cannot_be_given_other_inputs(run, tmp_path):
    state = tmp_path / "state.npz"
    run("audit", *ENOUGH, "--save", state)
    result = run("audit", *ENOUGH, "--resume", state, "--input", "3")
    assert result.exit_code == 2
    assert "left out with --resume" in result.stderr


def test_opendp_is_not_asked_for_what_crashes_it(run):
    pytest.importorskip("opendp")
    result = run("audit", "opendp:canonical_noise", *CLAIM)
    assert result.exit_code == 2
    assert "delta = 0.0, but should be > 0 for opendp:canonical_noise" in result.stderr


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--delta", "0.9999999"), "at epsilon 1, delta 0.9999999, sensitivity 1"),
        (("--delta", "-0"), "at epsilon 1, delta 0, sensitivity 1"),
        (("--alpha", "1e-9"), "with confidence 1 - 1e-09"),
        (("--alpha", "0.05"), "with confidence 0.95"),
    ],
)
def test_numbers_are_not_rounded_into_others(run, given, said):
    assert said in run("audit", *ENOUGH, *given).stdout


def test_the_command_that_reproduces_has_all_that_matters(run):
    program = f"{shlex.quote(sys.executable)} -c 'print(1)'"
    given = ("--command", program, "--timeout", "9", "--workers", "2", "--format", "text")
    again = json.loads(run("audit", *given, *CLAIM, "--json").stdout)["reproduce"]
    words = shlex.split(again)
    assert words[words.index("--command") + 1] == program
    assert words[words.index("--timeout") + 1] == "9.0"
    assert words[words.index("--workers") + 1] == "2"


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals to play with")
def test_on_a_terminal_progress_is_one_line_and_the_command_can_be_copied(start):
    import pty

    ours, terminal = pty.openpty()
    process = start(
        *("audit", *ENOUGH),
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "COLUMNS": "40", "TERM": "xterm"},
    )
    os.close(terminal)
    shown = b""
    with suppress(OSError):  # the end of it, on Linux
        while data := os.read(ours, 4096):
            shown += data
    os.close(ours)
    assert process.wait(PATIENCE) == 0
    text = shown.decode()
    assert "e-value" in text
    assert "\x1b[1A\x1b[2K\x1b[1A" not in text  # which takes back a second line
    again = next(line for line in text.splitlines() if "reproduce" in line)
    assert again.endswith("--max-draws 500 --seed 0")


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


def test_all_audits(run, monkeypatch):
    Clock(tick=0.01).plant(monkeypatch)
    budget = ("--max-draws", "400", "--seconds", "4")
    result = run("audit", "dpproofs:Laplace", *CLAIM, *budget, "--of", "all", "--json")
    document = json.loads(result.stdout)
    assert document["verdicts"] == {
        "sampler": "no violation found",
        "numbers": "violation",
        "parameters": "no violation found",
        "threshold": "not applicable",
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
    result = run("audit", "opaque:noisy", *CLAIM, "--of", "parameters")
    assert result.exit_code == 3
    assert "the target does not tell what it computes" in result.stdout


def test_a_saved_audit_goes_on(run, tmp_path):
    state = tmp_path / "state.npz"
    target = ("numpy:laplace", "--arg", "scale=1", *CLAIM, "--json")
    run("audit", *target, "--max-draws", "300", "--save", state)
    resumed = run("audit", *target, "--max-draws", "900", "--resume", state)
    whole = run("audit", *target, "--max-draws", "900")
    assert json.loads(resumed.stdout)["evidence"]["samples"] == 900
    assert json.loads(whole.stdout)["evidence"]["samples"] == 900


def test_a_disk_that_is_full_takes_no_verdict_along(run, tmp_path, monkeypatch):
    def full(_audit, _path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(state, "save", full)
    path = tmp_path / "state.npz"
    result = run("audit", *TOO_LITTLE, "--save", path)
    assert result.exit_code == 1
    assert "witness" in result.stdout
    assert f"the state is not saved: {path}: No space left on device" in result.stderr
    assert not path.exists()


def test_a_page_is_written(run, tmp_path):
    page = tmp_path / "audit.html"
    run("audit", *TOO_LITTLE, "--report", page)
    assert "</html>" in page.read_text("utf-8")


def test_what_came_out_is_drawn(run, tmp_path, module):
    picture = tmp_path / "a.svg"
    assert run("audit", *TOO_LITTLE, "--plot", picture).exit_code == 1
    drawn = picture.read_text("utf-8")
    parts = [f'id="{name}"' for name in ("here", "there", "set-0", "legend_1")]
    assert all(part in drawn for part in parts)
    nothing_found = tmp_path / "b.pdf"
    assert run("audit", *ENOUGH, "--plot", nothing_found).exit_code == 0
    assert nothing_found.read_bytes().startswith(b"%PDF")
    module("words", "def same(value, size, rng):\n    return ['yes'] * size\n")
    run("audit", "words:same", *CLAIM, "--plot", picture, "--max-draws", "200")
    assert 'id="course"' in picture.read_text("utf-8")


def test_a_picture_of_nothing_is_said_not_to_be_written(run, tmp_path, module, is_one_error):
    module("failing", "def noisy(value):\n    raise ValueError('no')\n")
    picture = tmp_path / "a.svg"
    ended = run("audit", "failing:noisy", *CLAIM, "--plot", picture)
    assert ended.exit_code == 3  # of the verdict
    assert f"{picture} is not written: " in ended.stderr
    for wrong in (("--of", "numbers", "--plot", picture), ("--plot", tmp_path / "a.png")):
        ended = run("audit", *ENOUGH, *wrong)
        assert ended.exit_code == 2
        assert is_one_error(ended.stderr), ended.stderr
    assert not list(tmp_path.glob("a.*"))


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


SLOW = """
    import time

    def noisy(value, size, rng):
        time.sleep(0.002)
        return value + rng.laplace(size=size)

    def asleep(value):
        time.sleep(10_000)

    def now_and_then(value, rng):
        if value == 1 and rng.random() < 0.3:
            time.sleep(10_000)
        return value + rng.laplace()
"""


@pytest.mark.sweep
@pytest.mark.parametrize("signal_", [signal.SIGKILL, signal.SIGTERM])
def test_what_is_killed_has_been_saved(start, module, tmp_path, signal_):
    module("slow", SLOW)
    state = tmp_path / "state.npz"
    many = ("--max-draws", "1e9", "--save", state)
    process = start("audit", "slow:noisy", *CLAIM, *many, cwd=tmp_path)
    wait_for(state)
    process.send_signal(signal_)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == (130 if signal_ == signal.SIGTERM else -signal.SIGKILL)
    with np.load(state) as archive:
        header = json.loads(str(archive["header"]))
    assert sum(strand["pairs"] for strand in header["strands"]) > 0


@pytest.mark.parametrize("workers", [1, 2])
def test_time_limits_hold_for_functions(launch, module, tmp_path, workers):
    module("slow", SLOW)
    short = ("--seconds", "1", "--workers", workers)
    ended = launch("audit", "slow:asleep", *CLAIM, *short, cwd=tmp_path)
    assert ended.code == 3
    assert "nothing was drawn before the time was over" in ended.out


def test_no_answer_in_time_is_an_outcome(launch, module, tmp_path):
    module("slow", SLOW)
    given = ("--input", "0", "--timeout", "0.005", "--max-draws", "2000")
    ended = launch("audit", "slow:now_and_then", *CLAIM, *given, cwd=tmp_path)
    assert ended.code == 1
    assert "no answer within 0.005 s" in ended.out or "no number" in ended.out


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


def test_the_audit_of_the_numbers_can_be_watched():
    claim, seen = PrivacyClaim(1.0), []
    report = audit_numbers(
        find("numpy:laplace", claim), claim, watch=lambda *known: seen.append(known)
    )
    assert seen[-1] == (report.e_value, report.pairs)
    line = progress_of_numbers(*seen[-1], alpha=0.05)
    assert f"{report.pairs:,} pairs" in line
    assert "of 20" in line


def test_long_sets_are_cut():
    assert shortened("x" * 200, 10) == "x" * 9 + "…"


def test_functions_of_records_are_audited_at_data_sets(run, module):
    module(
        "counting",
        """
        def leaks(ages, rng):
            return len(ages) + (0 if len(set(ages)) < len(ages) else rng.laplace())
        def right(people, rng):
            return sum(person["age"] > 30 for person in people) + rng.laplace()
        """,
    )
    records = ("--records", "[18, 47, 90]")
    found = run("audit", "counting:leaks", *CLAIM, *records, "--max-draws", "4000", "--json")
    assert found.exit_code == 1
    document = json.loads(found.stdout)
    ends = document["witness"]["input"], document["witness"]["neighbour"]
    assert any(len(set(end)) < len(end) for end in ends)
    assert run(*shlex.split(document["reproduce"])[1:]).exit_code == 1
    people = ("--records", '[{"age": 20}, {"age": 40}]', "--relation", "replace")
    fine = run("audit", "counting:right", *CLAIM, *people, "--max-draws", "3000", "--of", "all")
    assert fine.exit_code in (0, 1)  # the numbers are those of NumPy
    assert "e-value" in fine.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--records", "[1"), "records as JSON"),
        (("--records", "[]"), "at least one record"),
        (("--records", "[1]", "--relation", "replace"), "to be replaced"),
        (("--relation", "replace"), "left out without --records"),
        (("--records", "[1]", "--input", "3"), "left out with --input"),
        (("--records", "[1]", "--save", "here.npz"), "left out with --input"),
    ],
)
def test_records_that_are_of_no_use_are_one_clear_line(run, arguments, said):
    result = run("audit", "numpy:laplace", *CLAIM, *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
