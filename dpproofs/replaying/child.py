"""Certificates replayed in child processes, with limits on memory and processor time.

A child reads jobs and writes reports, one JSON text a line. One that uses too much is killed by
the system, or by the parent when it does not answer; its certificate is rejected, and another
child takes its place.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from threading import Lock, Timer, local
from typing import Any, TypeAlias

from dpproofs.replaying import reader
from dpproofs.replaying.program import replay
from dpproofs.replaying.reader import Rejected
from dpproofs.replaying.release import Released, released
from dpproofs.replaying.report import Report

resource: Any = None  # not everywhere; then the parent's patience is the only limit
with suppress(ImportError):
    resource = import_module("resource")

MEMORY, SECONDS, PATIENCE = 2 * 1024**3, 30, 240.0
COMMAND = [sys.executable, "-P", "-m", "dpproofs.replaying.child"]  # -P: nothing from where we are
STOPPED = f"stopped: it needs more than {SECONDS} s or {MEMORY // 1024**3} GB"

Answer: TypeAlias = Report | str  # or why a file is no certificate


def rejection(reason: str) -> Report:
    """The report on a certificate of which nothing is known but that it is rejected."""
    return Report(False, "-", "-", None, 0, None, reason, (), False)


class Folder(Mapping[str, Any]):
    """The certificates in some files, by the id of their claim; read when they are asked for."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths, self._found = list(paths), dict[str, Any]()

    def __getitem__(self, name: str) -> Any:
        named = [path for path in self._paths if path.stem == name]
        for path in named or list(self._paths):
            if name in self._found:
                break
            with suppress(OSError, Rejected):
                document = load(path)
                if isinstance(document, dict) and isinstance(document.get("statement"), dict):
                    self._found.setdefault(str(document["statement"].get("id")), document)
                self._paths.remove(path)
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def load(path: Path) -> Any:
    """The JSON in a file."""
    with path.open("rb") as file:
        return reader.parse(file.read(reader.BYTES + 1))


def replay_file(
    path: Path,
    any_statement: bool,
    beside: Sequence[Path],
    own: Mapping[str, str] | None = None,
) -> Answer:
    """Replay one file, in this process: a report, or why it is not a certificate at all.

    The statements of this release are accepted, and those of which ``own`` has the digests.
    """
    meant: dict[str, str | Released] = {**(own or {}), **released()}
    try:
        document = load(path)
        try:
            return replay(
                document, statements=meant, any_statement=any_statement, cited=Folder(beside)
            )
        except Rejected as reason:
            if isinstance(document, dict) and document.get("format") == reader.FORMAT:
                return rejection(str(reason))
            raise
    except (OSError, Rejected) as problem:
        return str(getattr(problem, "strerror", None) or problem)


# -- the parent -----------------------------------------------------------------------------------


def replay_files(
    paths: Sequence[Path],
    *,
    any_statement: bool = False,
    own: Mapping[Path, Mapping[str, str]] | None = None,
    jobs: int | None = None,
) -> Iterator[tuple[Path, Answer]]:
    """Replay files in children, in order: a report of each, or why it is no certificate.

    A certificate may cite those of the same call, and those beside it. Of the directories of
    ``own`` the statements with these digests are accepted too, by the ids of their claims.
    """
    folders = {path.parent for path in paths}
    beside = dict.fromkeys(
        [*paths, *(p for f in sorted(folders) for p in sorted(f.glob("*.json")))]
    )
    common = {"any_statement": any_statement, "beside": [str(path) for path in beside]}

    def job(path: Path) -> str:
        return json.dumps(
            {**common, "path": str(path), "own": dict((own or {}).get(path.parent, {}))}
        )

    workers = Workers()
    pool = ThreadPoolExecutor(min(jobs or os.cpu_count() or 1, len(paths)) or 1)
    try:
        answers = pool.map(lambda path: workers.ask(job(path)), paths)
        yield from zip(paths, answers, strict=True)
    finally:
        workers.close()
        pool.shutdown(wait=True, cancel_futures=True)


class Workers:
    """Children, one for each thread that asks."""

    def __init__(self) -> None:
        self._own, self._lock = local(), Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._closed = False

    def ask(self, job: str) -> Answer:
        """The answer of a child to a job in JSON; the child is replaced when it dies."""
        child = self._child()
        if child is None or child.stdin is None or child.stdout is None:
            return rejection("stopped")
        timer = Timer(PATIENCE, child.kill)
        timer.start()
        try:
            child.stdin.write(job + "\n")
            child.stdin.flush()
            line = child.stdout.readline()
            found = json.loads(line) if line.endswith("\n") else None
        except (OSError, ValueError):
            found = None
        finally:
            timer.cancel()
        if not isinstance(found, dict):
            self._end(child)
            self._own.child = None
            return rejection(STOPPED)
        if "unreadable" in found:
            return str(found["unreadable"])
        return Report(**{**found, "trusts": tuple(found["trusts"])})

    def _child(self) -> subprocess.Popen[str] | None:
        child: subprocess.Popen[str] | None = getattr(self._own, "child", None)
        with self._lock:
            if child is None and not self._closed:
                child = self._own.child = subprocess.Popen(
                    COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL, text=True,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(_places())},
                )  # fmt: skip
                self._running.add(child)
        return child

    def _end(self, child: subprocess.Popen[str]) -> None:
        child.kill()
        child.communicate()
        with self._lock:
            self._running.discard(child)

    def close(self) -> None:
        """End all children."""
        with self._lock:
            self._closed = True
            running = list(self._running)
        for child in running:
            child.kill()
            child.wait()


def _places() -> list[str]:
    """Where this process looks for modules, for a child to find the same ones."""
    return [place or str(Path.cwd()) for place in sys.path]


# -- a child --------------------------------------------------------------------------------------


def limit() -> None:
    """So much memory, and so much processor time from now on."""
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + SECONDS
    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, seconds)):
        _, hard = resource.getrlimit(what)
        resource.setrlimit(what, (most if hard < 0 else min(most, hard), hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(job: Mapping[str, Any]) -> Answer:
    """What a job asks for: the replay of a file, or of a document that comes with it."""
    if "document" not in job:
        beside = [Path(path) for path in job["beside"]]
        return replay_file(Path(job["path"]), job["any_statement"], beside, job.get("own"))
    rows = job["statements"]
    if rows is not None:
        rows = {n: Released(**row) if isinstance(row, dict) else row for n, row in rows.items()}
    try:
        return replay(
            job["document"], statements=rows, any_statement=job["any_statement"], cited=job["cited"]
        )
    except Rejected as reason:
        return str(reason)


def main() -> None:
    """Answer jobs until there are no more."""
    for line in sys.stdin:
        limit()
        answer = _answer(json.loads(line))
        found = {"unreadable": answer} if isinstance(answer, str) else asdict(answer)
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":  # pragma: no cover  (a child is ended before it could tell)
    main()
