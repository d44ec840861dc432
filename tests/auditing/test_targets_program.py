"""Programs in other languages: the three ways to run them, and all the ways they go wrong."""

import os
import pickle
import shlex
import sys
import time
from contextlib import closing

import numpy as np
import pytest

from dpproofs.auditing.suite.isolation import apart
from dpproofs.auditing.target import TargetError
from dpproofs.auditing.targets import program
from dpproofs.auditing.targets.program import ProgramTarget
from dpproofs.auditing.targets.repeats import Repeats
from dpproofs.kernel.errors import BadInput

# Without the site's packages, which take long to find.
PYTHON = f"{shlex.quote(sys.executable)} -IS -c "

BATCH = "import sys; v, n = sys.argv[1:3]; print(*[float(v) + i for i in range(int(n))])"
STREAM = """
import itertools, sys
for i in itertools.count():
    print(float(sys.argv[1]) + i)
"""
SERVER = """
import sys
start = 0
for line in sys.stdin:
    value, count = line.split()
    print(*[float(value) + start + i for i in range(int(count))], flush=True)
    start += int(count)
"""
WAYS = {
    "batch": (BATCH, " {value} {count}"),
    "stream": (STREAM, " {value}"),
    "server": (SERVER, ""),
}


@pytest.fixture
def run():
    """Return a function that makes a target of a Python program; they are closed in the end."""
    made = []

    def make(source, places="", **options):
        made.append(ProgramTarget(PYTHON + shlex.quote(source) + places, **options))
        return made[-1]

    yield make
    for target in made:
        target.close()


@pytest.fixture
def shell():
    """Return a function that makes a target of a shell script."""
    made = []

    def make(script, places="", **options):
        made.append(ProgramTarget(f"sh -c {shlex.quote(script)} sampler{places}", **options))
        return made[-1]

    yield make
    for target in made:
        target.close()


def rng(seed=0):
    return np.random.default_rng(seed)


def failure(target, value=3.0, count=4):
    with pytest.raises(TargetError) as caught:
        target.draw(value, count, rng())
    return str(caught.value)


def alive(pid):
    """Whether a process runs; one that ended is given a moment to be gone."""
    for _ in range(6000):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.01)
    return True


# The three ways


@pytest.mark.parametrize("way", WAYS)
def test_each_way_gives_the_numbers_asked_for(run, way):
    target = run(*WAYS[way])
    assert target.draw(0.1, 3, rng()).tolist() == [0.1, 1.1, 2.1]
    assert target.draw(-7, 2, rng()).dtype == np.float64
    assert target.draw(5.0, 0, rng()).shape == (0,)
    assert not target.seeded
    target.close()
    assert target.draw(0.1, 2, rng()).tolist() == [0.1, 1.1]


def test_a_batch_is_a_run_of_its_own(run):
    target = run(*WAYS["batch"])
    assert [target.draw(x, 2, rng()).tolist() for x in (1.0, 1.0)] == [[1.0, 2.0]] * 2


def test_a_stream_goes_on_where_it_was_left_at_each_input(run):
    target = run(*WAYS["stream"])
    draws = [target.draw(x, 2, rng()).tolist() for x in (0.0, 100.0, 0.0, 100.0)]
    assert draws == [[0.0, 1.0], [100.0, 101.0], [2.0, 3.0], [102.0, 103.0]]
    assert target.draw(0.0, 50_000, rng()).tolist() == list(map(float, range(4, 50_004)))


def test_a_server_is_one_program_for_all_inputs(run):
    target = run(*WAYS["server"])
    draws = [target.draw(x, 2, rng()).tolist() for x in (0.0, 100.0)]
    assert draws == [[0.0, 1.0], [102.0, 103.0]]
    assert len(target.draw(0.0, 30_000, rng())) == 30_000


@pytest.mark.parametrize("way", ["batch", "stream"])
def test_numbers_may_be_raw_doubles(run, way):
    count = "int(sys.argv[2])" if way == "batch" else "10**6"
    source = (
        "import array, sys; "
        f"x = array.array('d', [float(sys.argv[1]) / 3] * {count}); "
        "sys.byteorder == 'big' and x.byteswap(); sys.stdout.buffer.write(x.tobytes())"
    )
    target = run(source, WAYS[way][1], form="float64")
    assert target.draw(0.1, 3, rng()).tolist() == [0.1 / 3] * 3
    assert target.draw(0.1, 20_001, rng()).tolist() == [0.1 / 3] * 20_001


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1 + 0.2, "0.30000000000000004"), (2**60 + 1, "1152921504606846977"), (True, "1")],
)
def test_values_are_written_so_that_they_can_be_read_back(shell, value, text):
    assert f"printed '<{text}>'" in failure(shell('echo "<$1>"', " {value} {count}"), value)


def test_places_may_stand_anywhere_and_other_braces_stay(shell):
    target = shell("echo $1 $2 $3", " --n={count} 'a{value}{b}' {c}")
    assert "printed '--n=1', but should print numbers" in failure(target, 3.0, 1)
    assert "printed 'a3.0{b}'" in failure(shell("echo $2", " {count} 'a{value}{b}'"), 3.0, 1)


def test_a_seed_makes_draws_repeatable(run):
    source = "import random, sys; v, n, s = sys.argv[1:]; r = random.Random(int(s))"
    target = run(f"{source}; [print(r.random()) for _ in range(int(n))]", " {value} {count} {seed}")
    assert target.seeded
    draws = [target.draw(0, 99, rng(seed)).tolist() for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]


def test_a_stream_with_a_seed_is_not_decided_by_the_generator(run):
    assert not run("pass", " {value} {seed}").seeded


def test_few_streams_run_at_a_time(run, monkeypatch):
    monkeypatch.setattr(program, "MOST_RUNNING", 2)
    target = run("import os\nwhile True: print(os.getpid())", " {value}")
    first, second, third = (int(target.draw(x, 1, rng())[0]) for x in (1.0, 2.0, 3.0))
    assert not alive(first)
    assert int(target.draw(2.0, 1, rng())[0]) == second
    assert int(target.draw(1.0, 1, rng())[0]) != first
    assert not alive(third)


# What goes wrong


def test_a_crash_is_reported_with_the_last_line_of_the_standard_error(run):
    crash = "raise ValueError('no such\\nscale')"
    for way in (" {value} {count}", " {value}", ""):
        message = failure(run(crash, way))
        assert "at the input 3.0 ended with exit code 1: scale" in message
    assert failure(run("import sys; print(1); sys.exit(7)", " {value} {count}"), count=1).endswith(
        "exit code 7"
    )


@pytest.mark.parametrize(
    ("number", "name"), [("9", "SIGKILL"), ("11", "SIGSEGV"), ("40", "signal 40")]
)
def test_a_signal_is_named(shell, number, name):
    assert failure(shell(f"kill -{number} $$")).endswith(f"was killed by {name}")


def test_a_server_that_dies_between_answers_is_reported(shell):
    target = shell("read line; echo 1 2; exit 3")
    assert target.draw(0.0, 2, rng()).tolist() == [1.0, 2.0]
    time.sleep(0.1)
    assert "exit code 3" in failure(target)
    assert target.draw(0.0, 2, rng()).tolist() == [1.0, 2.0]


@pytest.mark.parametrize("places", [" {value} {count}", " {value}", ""])
def test_a_program_that_hangs_is_killed(shell, places):
    target = shell("echo $$ >&2; sleep 600 & wait", places, timeout=2)
    message = failure(target)
    assert "printed nothing for 2 s, but should print numbers: " in message
    assert not alive(int(message.rsplit(" ", 1)[1]))


def test_a_program_that_stops_halfway_is_killed(shell):
    target = shell("read line; echo 1 2; sleep 600", timeout=2)
    assert "printed nothing for 2 s, but should print 2 more numbers" in failure(target)


def test_output_now_and_then_is_progress(shell):
    slow = "for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.3; done"
    target = shell(slow, " {value} {count}", timeout=2)
    assert target.draw(0.0, 8, rng()).tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]


def test_a_program_that_outlives_its_output_is_killed(shell):
    target = shell("echo 1; exec >&-; sleep 600", " {value} {count}", timeout=2)
    assert "closed its output, but goes on running" in failure(target, count=1)


@pytest.mark.parametrize(
    ("printed", "token"),
    [
        ("1 2 x3 4", "x3"),
        ("1,2,3,4", "1,2,3,4"),
        ("1 2 1_0 4", "1_0"),
        ("1.5.2 1 2 3", "1.5.2"),
        ("1 2 3 oops", "oops"),
    ],
)
@pytest.mark.parametrize("places", [" {value} {count}", " {value}", ""])
def test_garbage_is_shown(shell, printed, token, places):
    target = shell(f"read line; echo {shlex.quote(printed)}", places)
    assert f"printed {token!r}, but should print numbers" in failure(target)


def test_output_without_white_space_is_garbage(shell):
    message = failure(shell("while :; do printf 1111111111; done", " {value}"))
    assert f"printed '{'1' * 40}', but should print numbers" in message


@pytest.mark.parametrize("places", [" {value} {count}", " {value}", ""])
def test_nan_is_reported(shell, places):
    target = shell("read line; echo 1 nan 3 4", places)
    assert "at the input 3.0 returned NaN" in failure(target)


def test_infinite_numbers_are_numbers(shell):
    target = shell("echo inf -inf 1e999 0x", " {value} {count}")
    assert "printed '0x'" in failure(target)
    target = shell("echo inf -inf 1e999 -0", " {value} {count}")
    assert target.draw(0.0, 4, rng()).tolist() == [np.inf, -np.inf, np.inf, 0.0]


@pytest.mark.parametrize(
    ("printed", "found"), [("1 2 3", "3"), ("", "0"), ("1 2 3 4 5", "more than 4")]
)
def test_a_batch_has_the_right_length(shell, printed, found):
    target = shell(f"printf '{printed}'", " {value} {count}")
    assert f"printed {found} numbers, but should print 4" in failure(target)


def test_a_batch_without_end_is_cut_short(shell):
    target = shell("while :; do echo 1; done", " {value} {count}")
    assert "printed more than 4 numbers, but should print 4" in failure(target)


@pytest.mark.parametrize("places", [" {value}", ""])
def test_a_program_that_runs_dry_is_reported(shell, places):
    assert "ended after 2 of 4 numbers" in failure(shell("read line; echo 1 2", places))


@pytest.mark.parametrize(
    "script",
    [
        "while read line; do echo 1 2 3 4 5; done",
        "while read line; do echo 1 2 3 4; sleep 0.05; echo 5; done",
        "while read line; do echo 1 2 3 4; sleep 0.05; printf 5; done",
        "echo 5; while read line; do echo 1 2 3 4; done",
    ],
)
def test_a_server_prints_no_more_than_it_is_asked_for(shell, script):
    target = shell(script)
    for _ in range(20):  # what comes late is noticed at the next question
        try:
            target.draw(3.0, 4, rng())
        except TargetError as error:
            assert "printed more numbers than it was asked for" in str(error)  # noqa: PT017
            return
        time.sleep(0.1)
    pytest.fail("nothing was noticed")


def test_raw_doubles_are_whole(shell):
    target = shell("printf 12345678123", " {value} {count}", form="float64")
    message = failure(target, count=1)
    assert "printed 3 bytes that do not make up 8, for a number" in message


@pytest.mark.parametrize("places", [" {value} {count}", " {value}", ""])
def test_a_flood_of_complaints_does_no_harm(run, places):
    source = (
        "import sys\nfor _ in range(99): sys.stderr.write('x' * 9999 + '\\n')\nprint(1, 2, 3, 4)"
    )
    keeps = "\nsys.stdout.flush()\nsys.stdin.read()"
    target = run(source + (keeps if not places else ""), places)
    assert target.draw(0.0, 4, rng()).tolist() == [1.0, 2.0, 3.0, 4.0]


def test_runs_that_repeat_each_other_are_no_evidence(run):
    source = "import random, sys; r = random.Random(1); n = int(sys.argv[2])"
    target = run(f"{source}; [print(r.random()) for _ in range(n)]", " {value} {count}")
    assert len(target.draw(1.0, 100, rng())) == 100
    assert len(target.draw(2.0, 100, rng())) == 100
    assert "printed the same numbers twice, but should seed every run anew" in failure(
        target, 1.0, 200
    )


def test_answers_that_all_fail_are_no_draws_that_repeat():
    repeats, failed = Repeats(), np.full((1_000, 3), np.nan)
    assert not repeats.seen("nan", failed)
    assert not repeats.seen("nan", failed)


def test_draws_that_are_mostly_alike_may_repeat():
    repeats = Repeats()
    likely = np.zeros(1000)
    assert not any(repeats.seen("0.0", likely) for _ in range(3))
    few = np.arange(8.0)
    assert not any(repeats.seen("0.0", few) for _ in range(3))
    assert not repeats.seen("0.0", np.empty(0))
    vectors = np.arange(200.0).reshape(100, 2)
    assert [repeats.seen("0.0", vectors) for _ in range(2)] == [False, True]
    assert not repeats.seen("1.0", vectors)


# What is refused before anything runs


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "a program and its arguments"),
        ("sh -c 'echo", "words in the shell's notation (No closing quotation)"),
        ("sh {count}", "with a place {value} when it has {count}"),
        ("./no-such-sampler {value}", "'./no-such-sampler', but should be a program that can be"),
        ("no-such-sampler", "'no-such-sampler', but should be a program that can be found"),
    ],
)
def test_a_bad_command_is_refused(command, message):
    with pytest.raises(BadInput) as caught:
        ProgramTarget(command)
    assert message in str(caught.value)


def test_a_program_has_to_be_executable(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "sampler"
    path.write_text("not a program", "utf-8")
    with pytest.raises(BadInput, match="a program that may be executed"):
        ProgramTarget("./sampler")
    path.chmod(0o755)
    message = failure(ProgramTarget("./sampler"))
    assert "./sampler at the input 3.0 could not be started: " in message


@pytest.mark.parametrize("timeout", [0, -1, float("inf"), float("nan")])
def test_a_bad_timeout_is_refused(timeout):
    with pytest.raises(BadInput, match="--timeout"):
        ProgramTarget("sh", timeout=timeout)


def test_a_bad_format_is_refused():
    with pytest.raises(BadInput, match="--format = 'csv', but should be one of text, float64"):
        ProgramTarget("sh", form="csv")


def test_a_program_takes_numbers(shell):
    with pytest.raises(BadInput, match="a number, for a program"):
        shell("echo 1").draw("three", 1, rng())


# Processes


def pids_of(target):
    return int(target.draw(0.0, 1, rng())[0])


@pytest.fixture
def process_ids(shell):
    return shell("while :; do echo $$; done", " {value}")


def test_closing_ends_the_programs(process_ids):
    pid = pids_of(process_ids)
    process_ids.close()
    assert not alive(pid)
    process_ids.close()
    assert pids_of(process_ids) != pid


def test_programs_end_with_their_target():
    target = ProgramTarget("sh -c 'while :; do echo $$; done' sampler {value}")
    pid = pids_of(target)
    del target
    assert not alive(pid)


def test_a_copy_runs_programs_of_its_own(process_ids):
    pid = pids_of(process_ids)
    copy = pickle.loads(pickle.dumps(process_ids))  # noqa: S301  # our own
    other = pids_of(copy)
    copy.close()
    assert other != pid == pids_of(process_ids)
    assert copy.about == process_ids.about


def _pid_of(target):
    with closing(target):
        return pids_of(target)


@pytest.mark.usefixtures("quick_children")
def test_a_fork_runs_programs_of_its_own(process_ids):
    pid = pids_of(process_ids)
    other = apart(_pid_of, process_ids, seconds=600)
    assert other != pid == pids_of(process_ids)
    assert not alive(other)


def test_an_interrupted_answer_is_not_taken_for_the_next(run, monkeypatch):
    target = run(*WAYS["server"])
    assert target.draw(0.0, 2, rng()).tolist() == [0.0, 1.0]

    def interrupt(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(program, "checked", interrupt)
        with pytest.raises(KeyboardInterrupt):
            target.draw(0.0, 2, rng())
    assert target.draw(0.0, 2, rng()).tolist() == [0.0, 1.0]
