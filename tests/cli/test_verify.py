import json
import os
import pty
import time

import pytest

from dpproofs import __version__
from dpproofs.kernel.verdict import Mutation
from dpproofs.theorems.registry import registry

CHEAP = "additive.lem2"
OTHER = "additive.thm3.deriv"  # comes after it in the catalogue
KEYS = {
    "id", "paper", "item", "verdict", "grade", "steps", "mutants", "digits", "seconds", "erratum",
    "note",
}  # fmt: skip
PATIENCE = 600


def wait_until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def on_a_terminal(start, *arguments, stream, columns=100, **more):
    """What a command prints to a terminal."""
    terminal, slave = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "TERM"}}
    environment |= {"COLUMNS": str(columns), "TERM": "xterm", **more}
    process = start(*arguments, env=environment, **{stream: slave})
    os.close(slave)
    printed = b""
    try:
        while chunk := os.read(terminal, 4096):
            printed += chunk
    except OSError:  # how Linux reports that the other side has gone
        pass
    os.close(terminal)
    assert process.wait(PATIENCE) == 0
    return printed.decode()


def group_is_gone(process):
    """Whether nothing is left of the session of a process."""
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return True
    return False


# -- what is printed ------------------------------------------------------------------------------


def test_json_has_the_keys_that_scripts_rely_on(run):
    result = run("verify", CHEAP, OTHER, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    document = json.loads(result.stdout)
    assert set(document) == {"dpproofs", "claims", "summary"}
    assert document["dpproofs"] == __version__
    assert set(document["summary"]) == {"holds", "corrected", "refuted", "open", "definition"}
    assert document["summary"]["holds"] == 2
    for claim in document["claims"]:
        assert set(claim) == KEYS
        assert set(claim["mutants"]) == {"tried", "killed"}
        assert claim["erratum"] is None


def test_claims_come_in_the_order_of_the_catalogue_and_once(run):
    document = json.loads(run("verify", OTHER, CHEAP, OTHER, "--json").stdout)
    assert [claim["id"] for claim in document["claims"]] == [CHEAP, OTHER]


def test_without_names_every_formalised_claim_is_checked(run, planted):
    planted()
    document = json.loads(run("verify", "--json").stdout)
    assert [claim["id"] for claim in document["claims"]] == list(registry())


def test_a_paper_selects_its_claims(run, planted):
    planted()
    document = json.loads(run("verify", "--paper", "additive", "--json").stdout)
    assert {claim["paper"] for claim in document["claims"]} == {"additive"}


def test_the_table_tells_how_each_claim_is_known(run):
    result = run("verify", CHEAP)
    heading, row, blank, total = result.stdout.splitlines()
    assert " ".join(heading.split()) == "claim verdict grade steps mutants digits seconds"
    assert row.split()[:3] == [CHEAP, "holds", "proved"]
    assert blank == ""
    assert total.startswith("1 claim: holds 1, mutants killed ")
    assert result.stderr == ""


def test_errata_and_open_claims_are_explained_below_the_table(run, planted):
    planted(additive_lem2="open", additive_thm3_deriv="corrected")
    text = run("verify", CHEAP, OTHER).stdout
    assert f"open {CHEAP}  Lemma 0\n  Step 1 is too hard.\n" in text
    assert f"corrected {OTHER}  Lemma 0\n  x = 1: not so\n" in text


def test_output_for_a_pipe_is_plain(launch):
    ended = launch("verify", CHEAP)
    assert "\x1b" not in ended.out
    assert ended.err == ""


def test_a_terminal_gets_colours_and_no_color_takes_them_away(start):
    green = "\x1b[32m"
    assert green in on_a_terminal(start, "verify", CHEAP, stream="stdout")
    assert green not in on_a_terminal(start, "verify", CHEAP, stream="stdout", NO_COLOR="1")


def test_progress_goes_to_a_terminal_behind_standard_error(start):
    printed = on_a_terminal(start, "verify", CHEAP, OTHER, stream="stderr")
    assert CHEAP in printed  # a name that stands for less time than the bar needs is not drawn
    assert "2/2" in printed


def test_a_narrow_terminal_shows_whole_ids(start):
    printed = on_a_terminal(start, "verify", OTHER, stream="stdout", columns=32)
    assert OTHER in printed
    assert "grade" not in printed


# -- exit codes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("holds", "definition", 0),
        ("holds", "corrected", 0),
        ("holds", "open", 3),
        ("refuted", "holds", 1),
        ("refuted", "open", 1),
    ],
)
def test_the_most_alarming_verdict_decides_the_exit_code(run, planted, first, second, code):
    planted(additive_lem2=first, additive_thm3_deriv=second)
    assert run("verify", CHEAP, OTHER).exit_code == code


def test_a_surviving_mutant_is_an_alarm(run, planted, verdict):
    survivor = Mutation(2, 1, ("step 1: < for <=",))
    planted(additive_lem2=verdict(CHEAP, mutation=survivor))
    result = run("verify", CHEAP)
    assert result.exit_code == 1
    assert "a mutant survives: step 1: < for <=" in result.stdout


# -- certificates ---------------------------------------------------------------------------------


def test_certificates_are_written_as_one_text_in_directories_made_for_them(run, tmp_path):
    texts = []
    for place in ("a/b", "c"):
        assert run("verify", CHEAP, "--certificates", tmp_path / place).exit_code == 0
        (path,) = (tmp_path / place).iterdir()
        assert path.name == f"{CHEAP}.json"
        texts.append(path.read_text("ascii"))
    assert texts[0] == texts[1]
    assert json.loads(texts[0])["statement"]["id"] == CHEAP


@pytest.mark.sweep
def test_several_processes_find_what_one_finds(launch, tmp_path):
    documents = []
    for jobs in (1, 2):
        place = tmp_path / str(jobs)
        ended = launch("verify", CHEAP, OTHER, "--jobs", jobs, "--certificates", place, "--json")
        assert (ended.code, ended.err) == (0, "")
        documents.append(json.loads(ended.out))
        for claim in documents[-1]["claims"]:
            del claim["seconds"]
    assert documents[0] == documents[1]
    for claim in (CHEAP, OTHER):
        name = f"{claim}.json"
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


# -- interruptions --------------------------------------------------------------------------------


@pytest.mark.sweep
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interruption_keeps_what_was_finished(start, driver, tmp_path, jobs):
    place, mark = tmp_path / "certificates", tmp_path / "started"
    action = f"open({str(mark)!r}, 'w').close(); time.sleep(6000)"
    process = start(
        "verify", CHEAP, OTHER, "--jobs", jobs, "--certificates", place, "--json",
        program=[driver(OTHER, action)],
    )  # fmt: skip
    wait_until((place / f"{CHEAP}.json").exists)
    wait_until(mark.exists)  # one after the other, the first is finished only then
    os.killpg(process.pid, 2)  # as a terminal does
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err == "interrupted: 1 of 2 left\n"
    document = json.loads(out)
    assert document["interrupted"] is True
    assert [claim["id"] for claim in document["claims"]] == [CHEAP]
    assert [path.name for path in place.iterdir()] == [f"{CHEAP}.json"]
    wait_until(lambda: group_is_gone(process))


def test_an_interruption_before_anything_was_finished_prints_no_table(start, driver, tmp_path):
    mark = tmp_path / "started"
    action = f"open({str(mark)!r}, 'w').close(); time.sleep(6000)"
    process = start("verify", CHEAP, program=[driver(CHEAP, action)])
    wait_until(mark.exists)
    process.send_signal(2)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, "", "interrupted: 1 of 1 left\n")


def test_an_interruption_elsewhere_is_quiet(run, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("dpproofs.theorems.registry.catalogue", interrupted)
    result = run("list")
    assert result.exit_code == 130
    assert result.stderr.strip() == ""


def test_workers_leave_when_their_parent_is_killed(start, driver, tmp_path):
    mark = tmp_path / "started"
    action = f"open({str(mark)!r}, 'w').close(); time.sleep(6000)"
    process = start("verify", CHEAP, OTHER, "--jobs", 2, program=[driver(OTHER, action)])
    wait_until(mark.exists)
    process.kill()
    process.wait(PATIENCE)
    wait_until(lambda: group_is_gone(process))


def test_a_worker_that_dies_is_one_line(launch, driver, is_one_error):
    program = driver(OTHER, "os.kill(os.getpid(), 9)")
    ended = launch("verify", CHEAP, OTHER, "--jobs", 2, program=[program])
    assert ended.code == 2
    assert is_one_error(ended.err), ended.err
    assert "a worker was killed" in ended.err
