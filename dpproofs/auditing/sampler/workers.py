"""Where tasks are done: here, in processes of this machine, or on a Dask cluster.

A task is decided by its number and its seed, so whoever does it returns the same counts from a
target that takes a seed, and equally good ones from a target that does not. A task whose worker was
lost is done again; of two answers to one task the second is dropped.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from dpproofs.auditing.sampler.sparing import Sparing, idle
from dpproofs.auditing.sampler.tally import Tally, Task, count
from dpproofs.auditing.target import Target, TargetError
from dpproofs.auditing.targets.calls import OutOfTime, remaining
from dpproofs.kernel.errors import BadInput

ATTEMPTS = 3  # times that a task is tried whose worker dies
PATIENCE = 2.0  # seconds for the tasks that are under way when there is to be an end


class Workers(Protocol):
    """Somebody who does tasks."""

    parallel: int
    """How many tasks are done at a time."""

    def adopt(self, target: Target) -> None:
        """Draw from another target from now on."""

    def tallies(self, tasks: Sequence[Task]) -> list[Tally]:
        """The tally of each task, in the order of the tasks.

        Raises
        ------
        TargetError
            When the target fails.
        """


class Here:
    """Tasks are done in this process, one after the other."""

    parallel = 1

    def __init__(self, target: Target) -> None:
        self.target = target

    def adopt(self, target: Target) -> None:
        self.target = target

    def tallies(self, tasks: Sequence[Task]) -> list[Tally]:
        return [count(self.target, task) for task in tasks]


class Processes:
    """Tasks are done by processes of this machine, each with a copy of the target.

    Raises
    ------
    BadInput
        When the target cannot be sent to another process.
    """

    def __init__(self, target: Target, workers: int) -> None:
        self.parallel = workers
        self.pickled = pickled(target)
        self.pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        # Forking a process that runs threads (numpy's, a library's) may deadlock the child.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(
            self.parallel, mp_context=context, initializer=_adopt, initargs=(self.pickled,)
        )
        self.started: list[Future[int]] = []
        # One that dies at once is found when tasks are handed out.
        with _uninterrupted(), suppress(BrokenProcessPool):
            for _ in range(self.parallel):
                self.started.append(pool.submit(os.getpid))  # each starts a process
        return pool

    @property
    def ready(self) -> bool:
        """Whether all processes have come up."""
        return all(future.done() for future in self.started)

    def adopt(self, target: Target) -> None:
        self.pool.shutdown(cancel_futures=True)
        self.pickled = pickled(target)
        self.pool = self._start()

    def tallies(self, tasks: Sequence[Task]) -> list[Tally]:
        done: dict[int, Tally] = {}
        for attempt in range(ATTEMPTS):
            try:  # a process may die before all tasks are handed out
                left = [task for task in tasks if task.number not in done]
                for future in [self.pool.submit(_work, task) for task in left]:
                    tally = future.result(remaining())
                    done[tally.number] = tally
                break
            except BrokenProcessPool as error:
                self.pool.shutdown(cancel_futures=True)
                self.pool = self._start()
                if attempt == ATTEMPTS - 1:
                    raise TargetError("a worker process died again and again") from error
            except TimeoutError as error:
                self._end()
                raise OutOfTime from error
            except BaseException:
                self._end()  # the target may hang, and whoever waits for it with it
                raise
        return [done[task.number] for task in tasks]

    def _end(self) -> None:
        """Stop the processes, those that go on with a task for long by force."""
        # The executor has no public way to do so before Python 3.14. Whoever is killed while it
        # hands over a tally leaves half of it, for whose end the executor would wait.
        running = [*(getattr(self.pool, "_processes", None) or {}).values()]
        self.pool.shutdown(wait=False, cancel_futures=True)
        until = time.monotonic() + PATIENCE
        for process in running:
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                process.kill()

    def close(self) -> None:
        """Stop the processes."""
        self.pool.shutdown(cancel_futures=True)


class Cluster:
    """Tasks are done by the workers of an existing Dask cluster, which need dpproofs installed.

    Dask does a task again when its worker is lost, and keeps one result under its key. Each task
    brings the target: what had been left with a worker for later tasks would be lost with it.
    """

    ready = True

    def __init__(self, target: Target, address: str) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError as error:
            accepted = "left out, or dask installed: pip install 'dpproofs[cluster]'"
            raise BadInput("--dask", address, accepted) from error
        try:
            client = distributed.Client(address, timeout=10)
        except (OSError, ValueError) as error:
            accepted = "the address of a running Dask scheduler, such as tcp://127.0.0.1:8786"
            raise BadInput("--dask", address, accepted) from error
        self.client = client
        self.parallel = max(1, sum(client.nthreads().values()))
        self.pickled = pickled(target)

    def adopt(self, target: Target) -> None:
        self.pickled = pickled(target)

    def tallies(self, tasks: Sequence[Task]) -> list[Tally]:
        futures = [
            self.client.submit(
                _unpickle_and_count, self.pickled, task, pure=False, retries=ATTEMPTS
            )
            for task in tasks
        ]
        try:
            done: list[Tally] = self.client.gather(futures)
        finally:
            self.client.cancel(futures)
        return done

    def close(self) -> None:
        """Leave the cluster, which goes on running."""
        self.client.close()


@contextmanager
def workers(target: Target, processes: int = 1, dask: str | None = None) -> Iterator[Workers]:
    """Whoever is asked for, for as long as a block lasts."""
    if dask is None and processes == 1:
        yield Here(target)
        return
    crew: Sparing
    if dask is None:
        pickled(target)
        crew = Sparing(target, lambda wanted: Processes(wanted, processes), processes, idle)
    else:
        cluster = Cluster(target, dask)
        crew = Sparing(target, lambda _: cluster, cluster.parallel)
        crew.helpers = cluster
    try:
        yield crew
    finally:
        crew.close()


def pickled(target: Target) -> bytes:
    """A target as bytes, to be sent to workers.

    Raises
    ------
    BadInput
        When it holds something that cannot be sent.
    """
    try:
        return pickle.dumps(target)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        accepted = "a target that can be pickled, such as a function of a module"
        raise BadInput("target", target.about.name, f"{accepted} ({error})") from error


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Have processes started that ignore Ctrl-C from their first moment on, as this one does."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_TARGETS: dict[bytes, Target] = {}  # in a worker: what it was sent, by its bytes
_OWN: list[Target] = []


def _adopt(sent: bytes) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    # Bytes of our own parent process.
    _OWN[:] = [pickle.loads(sent)]  # noqa: S301


def _end_with_parent() -> None:
    """Leave when the parent is gone, also by force: nobody else would end this process."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(task: Task) -> Tally:
    return count(_OWN[0], task)


def _unpickle_and_count(sent: bytes, task: Task) -> Tally:
    if sent not in _TARGETS:
        _TARGETS[sent] = pickle.loads(sent)  # noqa: S301 (from the client of this cluster)
    return count(_TARGETS[sent], task)
