"""Audits that are spread, stopped and resumed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import numpy as np
import pytest
from spread_targets import Answers, Fails, Sampler, Vectors

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import Audit, Budget, sparing, workers
from dpproofs.auditing.sampler.audit import Here
from dpproofs.auditing.sampler.sparing import Sparing
from dpproofs.auditing.sampler.state import FORMAT, load, save
from dpproofs.auditing.sampler.tally import Task, count
from dpproofs.auditing.sampler.workers import _uninterrupted
from dpproofs.auditing.target import About, Pair, Target, TargetError
from dpproofs.kernel.errors import BadInput

CLAIM = PrivacyClaim(1.0)


def tasks(number=6):
    return [Task(k, 1, Pair(0.0, 1.0), 500) for k in range(1, number + 1)]


def same(first, second):
    return all(
        a.number == b.number and np.array_equal(a.sample[0], b.sample[0])
        for a, b in zip(first, second, strict=True)
    )


def finished(scale, **where):
    audit = Audit.of(Sampler(scale), CLAIM)
    budget = Budget(max_draws=20_000)
    with workers(audit.target, **where) as crew:
        audit.run(budget, crew)
    return audit.report(budget)


def test_processes_draw_what_would_be_drawn_here():
    with workers(Sampler(), 2) as crew:
        assert same(crew.tallies(tasks()), [count(Sampler(), task) for task in tasks()])
    assert finished(0.7, processes=2).verdict == "violation"


class Helpers:
    """Two who say what they were asked for."""

    parallel, ready = 2, True

    def __init__(self):
        self.asked, self.home, self.seconds = [], False, 0.0

    def adopt(self, target):
        self.asked.append(target)

    def tallies(self, wanted):
        self.asked.append(len(wanted))
        time.sleep(self.seconds)
        return [count(Sampler(), task) for task in wanted]

    def close(self):
        self.home = True


class Quick(Sampler):
    sized = True


def test_others_are_asked_only_where_that_pays(monkeypatch):
    """Samplers of one draw at a call at once; others when they have been at work for a while."""
    helpers = Helpers()
    slow = Sparing(Sampler(), lambda _: helpers, 2)
    assert same(slow.tallies(tasks(2)), [count(Sampler(), task) for task in tasks(2)])
    assert helpers.asked == [2]
    helpers = Helpers()
    quick = Sparing(Quick(), lambda _: helpers, 2)
    quick.tallies(tasks(3))
    assert quick.helpers is None
    quick.spent = 2 * sparing.LATER
    quick.tallies(tasks(3))
    assert helpers.asked == []  # they have come, and so few tasks are done sooner here
    quick.pace = 1.0
    quick.tallies(tasks(3))
    assert helpers.asked == [3]
    quick.pace = 0.1  # a second is promised, and they say that they took none
    quick.tallies(tasks(3))
    assert helpers.asked == [3, 3]
    helpers.ready, quick.pace = False, 1.0
    quick.tallies(tasks(3))
    assert helpers.asked == [3, 3]  # nobody waits for those who are on their way
    helpers.ready, helpers.seconds, quick.pace = True, 0.3, 1e-4
    quick.tallies(tasks(3))
    assert helpers.asked == [3, 3, 3]
    quick.pace = 1.0
    quick.tallies(tasks(3))
    assert helpers.asked == [3, 3, 3]  # they were slower than this process, and rest for a while
    quick.spent, quick.pace = 2 * quick.spent, 1.0
    quick.tallies(tasks(3))
    assert helpers.asked == [3, 3, 3, 3]
    quick.adopt(Sampler())
    assert isinstance(helpers.asked[-1], Sampler)
    quick.close()
    assert helpers.home
    monkeypatch.setattr(sparing, "LATER", -1.0)
    for busy, comes in ((0.0, True), (1000.0, False)):
        monkeypatch.setattr(os, "getloadavg", lambda busy=busy: (busy,) * 3, raising=False)
        crew = Sparing(Quick(), lambda _: Helpers(), 2, sparing.idle)
        crew.tallies(tasks(1))
        assert (crew.helpers is not None) is comes


def test_a_killed_process_loses_nothing_and_nothing_counts_twice(tmp_path):
    order = tmp_path / "die"
    with workers(Sampler(order=order), 2) as crew:
        crew.tallies(tasks(2))
        order.touch()
        tallies = crew.tallies(tasks())
    assert same(tallies, [count(Sampler(), task) for task in tasks()])


def ask_for_ever(pool):
    while True:
        pool.submit(os.getpid).result()


PARENT = """
import os, sys, time
from spread_targets import Sampler
from dpproofs.auditing.sampler.workers import Processes

if __name__ == "__main__":
    crew = Processes(Sampler(), 2)
    print(*[future.result() for future in crew.started], flush=True)
    print(*crew.pool._processes, flush=True)
    time.sleep(600)
"""


def test_processes_end_with_a_parent_that_is_killed(tmp_path):
    program = tmp_path / "parent.py"
    program.write_text(PARENT)
    paths = [str(Path(__file__).parent), str(Path(__file__).parents[2])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
        parent.stdout.readline()
        workers = [int(pid) for pid in parent.stdout.readline().split()]
        parent.kill()
    assert len(workers) == 2
    while any(map(alive, workers)):  # for ever, if they are not told
        time.sleep(0.05)


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_processes_that_died_while_nothing_was_asked_of_them_are_replaced():
    with workers(Sampler(), 2) as crew:
        crew.tallies(tasks(2))
        pool = crew.helpers.pool
        for process in pool._processes.values():
            process.kill()
        with pytest.raises(BrokenProcessPool):
            ask_for_ever(pool)
        assert same(crew.tallies(tasks()), [count(Sampler(), task) for task in tasks()])


def test_processes_that_die_while_tasks_are_handed_out_lose_nothing(monkeypatch):
    with workers(Sampler(), 2) as crew:
        crew.tallies(tasks(2))
        pool, submit, handed = crew.helpers.pool, crew.helpers.pool.submit, []

        def submit_two(work, task):
            if len(handed) == 2:
                raise BrokenProcessPool
            handed.append(task)
            return submit(work, task)

        monkeypatch.setattr(pool, "submit", submit_two)
        assert same(crew.tallies(tasks()), [count(Sampler(), task) for task in tasks()])


@pytest.mark.parametrize("started", [0, 1])
def test_processes_that_die_while_they_are_started_are_replaced(monkeypatch, started):
    def submit(pool, work):
        if len(calls) == started:
            monkeypatch.undo()
            raise BrokenProcessPool
        calls.append(work)
        return whole(pool, work)

    calls, whole = [], ProcessPoolExecutor.submit
    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    with workers(Sampler(), 2) as crew:
        assert same(crew.tallies(tasks()), [count(Sampler(), task) for task in tasks()])


@pytest.mark.sweep
def test_processes_that_die_again_and_again_are_given_up(tmp_path):
    order = tmp_path / "die"
    order.touch()
    with (
        workers(Sampler(order=order, always=True), 2) as crew,
        pytest.raises(TargetError, match="again and again"),
    ):
        crew.tallies(tasks(2))


def test_a_failure_in_a_process_is_the_targets():
    with workers(Fails(), 2) as crew, pytest.raises(TargetError, match="it broke"):
        crew.tallies(tasks(2))


def test_a_target_that_cannot_be_sent_is_refused():
    target = Sampler()
    target.lock = (line for line in ())
    with pytest.raises(BadInput, match="pickled"), workers(target, 2):
        pass


# -- Dask -----------------------------------------------------------------------------------------


@pytest.fixture
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as local:
        yield local


@pytest.mark.sweep
def test_a_cluster_loses_a_worker_and_nothing_else(cluster):
    with workers(Sampler(), dask=cluster.scheduler_address) as crew:
        assert crew.parallel == 2
        many = [Task(k, 1, Pair(0.0, 1.0), 400_000) for k in range(1, 13)]
        pids = [worker.pid for worker in cluster.workers.values()]

        def lose_one():
            time.sleep(0.3)
            os.kill(pids[0], signal.SIGKILL)

        threading.Thread(target=lose_one).start()
        tallies = crew.tallies(many)
    assert [tally.number for tally in tallies] == [task.number for task in many]
    assert same(tallies[:3], [count(Sampler(), task) for task in many[:3]])
    assert finished(0.7, dask=cluster.scheduler_address).verdict == "violation"


def test_a_cluster_that_is_not_there_is_bad_input():
    pytest.importorskip("distributed")
    with pytest.raises(BadInput, match="--dask"), workers(Sampler(), dask="nonsense://nowhere"):
        pass


def test_a_missing_library_is_bad_input(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(BadInput, match="pip install"), workers(Sampler(), dask="tcp://h:1"):
        pass


def test_processes_ignore_ctrl_c_from_their_first_moment_on():
    """They would print tracebacks: what is inherited while they start is to ignore it."""
    before = signal.getsignal(signal.SIGINT)
    with _uninterrupted():
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    assert signal.getsignal(signal.SIGINT) == before
    seen = []

    def elsewhere():
        with _uninterrupted():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert seen == [before]


# -- states ---------------------------------------------------------------------------------------


def stopped_after(pairs, target):
    audit = Audit.of(target, CLAIM, seed=4)
    audit.run(Budget(max_draws=pairs), Here(target))
    return audit


class FourNumbers(Target):
    """Too little Laplace noise in four coordinates."""

    seeded = True

    def __init__(self):
        self.about = About("vectors")

    def draw(self, value, count, rng):
        return np.asarray(value) + rng.laplace(scale=0.4, size=(count, 4))


def test_bettors_who_are_to_be_paid_later_are_paid_when_an_audit_is_saved(tmp_path):
    audit = Audit.of(FourNumbers(), CLAIM, pairs=[Pair((0.0,) * 4, (1.0, 0.0, 0.0, 0.0))])
    audit.run(Budget(max_draws=60, to_the_end=True), Here(audit.target))
    assert any(track.due for track in audit.process.strands[0].tracks)
    save(audit, tmp_path / "state.npz")
    resumed = load(tmp_path / "state.npz", FourNumbers(), CLAIM)
    assert not any(track.due for track in resumed.process.strands[0].tracks)
    logs = audit.process.log_evidence()
    assert resumed.process.log_evidence() == pytest.approx(logs)
    ladder = audit.process.ladder
    bound = ladder.bound(ladder.epsilons, ladder.epsilon, logs, 0.2)
    assert audit.process.bounds(0.2)[0] == resumed.process.bounds(0.2)[0] == bound > 0


@pytest.mark.sweep
@pytest.mark.parametrize("first", [1, 10, 500, 3000])
def test_an_audit_goes_on_as_if_it_had_not_been_stopped(tmp_path, first):
    target, path = Sampler(0.95), tmp_path / "state.npz"
    whole = stopped_after(first, target)
    save(whole, path)
    resumed = load(path, target, CLAIM)
    assert resumed.process.log_e == whole.process.log_e
    for audit in (whole, resumed):
        audit.run(Budget(max_draws=8000), Here(target))
    assert resumed.process.history == whole.process.history
    assert resumed.tasks == whole.tasks


@pytest.mark.parametrize("kind", [Vectors, Answers])
def test_states_of_all_kinds_of_draws(tmp_path, kind):
    target = kind()
    audit = stopped_after(300, target)
    save(audit, tmp_path / "state.npz")
    resumed = load(tmp_path / "state.npz", target, CLAIM)
    for each in (audit, resumed):
        each.run(Budget(max_draws=600), Here(target))
    assert resumed.process.history == audit.process.history


def test_a_state_belongs_to_its_target_and_claim(tmp_path):
    path = tmp_path / "state.npz"
    save(stopped_after(50, Sampler()), path)
    with pytest.raises(BadInput, match="claim"):
        load(path, Sampler(), PrivacyClaim(2.0))
    for about in (
        About("another"),
        About("sampler", arguments={"scale": 2.0}),
        About("sampler", "library", "2.0"),
    ):
        other = Sampler()
        other.about = about
        with pytest.raises(BadInput, match="an audit of a target with"):
            load(path, other, CLAIM)


def changed(path, change):
    """A state with another header or other arrays."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(str(arrays["header"]))
    change(header, arrays)
    np.savez(path, **{**arrays, "header": np.array(json.dumps(header))})


def test_a_state_of_another_version_is_refused(tmp_path):
    path = tmp_path / "state.npz"
    save(stopped_after(50, Sampler()), path)
    changed(path, lambda header, _: header.update(format=3))
    with pytest.raises(BadInput, match=f"format {FORMAT}"):
        load(path, Sampler(), CLAIM)


@pytest.mark.parametrize("name", ["here", "there", "outcomes", "log_lead"])
def test_counts_of_another_grid_are_refused(tmp_path, name):
    path = tmp_path / "state.npz"
    save(stopped_after(50, Sampler()), path)
    changed(path, lambda _, arrays: arrays.update({f"0.0.{name}": arrays[f"0.0.{name}"][:-1]}))
    with pytest.raises(BadInput, match="--resume"):
        load(path, Sampler(), CLAIM)


def test_a_damaged_state_is_refused_wherever_the_damage_is(tmp_path):
    path = tmp_path / "state.npz"
    save(stopped_after(50, Sampler()), path)
    whole = path.read_bytes()
    refused = 0
    for place in range(0, len(whole), len(whole) // 200):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            load(path, Sampler(), CLAIM)  # a time stamp, say, may be any
        except BadInput:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize(
    "change",
    [
        lambda header, _: header.update(strands=[]),
        lambda header, _: header["strands"][0].update(pairs=-1),
        lambda _, arrays: arrays.update({"0.0.here": arrays["0.0.here"].astype(str)}),
    ],
)
def test_a_state_that_makes_no_sense_is_refused(tmp_path, change):
    path = tmp_path / "state.npz"
    save(stopped_after(50, Sampler()), path)
    changed(path, change)
    with pytest.raises(BadInput, match="--resume"):
        load(path, Sampler(), CLAIM)


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04 no archive", b"\x93NUMPY"])
def test_what_is_no_state_is_refused(tmp_path, content):
    path = tmp_path / "state.npz"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="--resume"):
        load(path, Sampler(), CLAIM)


def test_a_state_with_pickled_objects_is_refused(tmp_path):
    path = tmp_path / "state.npz"
    np.savez(path, header=np.array([{"format": 1}], dtype=object))
    with pytest.raises(BadInput, match="--resume"):
        load(path, Sampler(), CLAIM)


def test_a_file_that_is_not_there_is_an_operating_system_error():
    with pytest.raises(OSError, match="nowhere"):
        load(Path("nowhere.npz"), Sampler(), CLAIM)
