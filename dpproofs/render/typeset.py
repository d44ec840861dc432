"""Typesetting: latexmk in a directory of its own, and a log in which nothing may be wrong."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from dpproofs.kernel.errors import DpproofsError

INSTALL = (
    "latexmk and pdflatex are needed for PDF; on Debian: apt-get install latexmk "
    "texlive-latex-base texlive-latex-recommended texlive-fonts-recommended"
)
_SECONDS = 600
_FAULTS = re.compile(
    r"^(?:Overfull \\[hv]box.*|.*Missing character:.*"
    r"|LaTeX Font Warning: (?:Font shape|Some font).*"
    r"|(?:LaTeX|Package [\w-]+) Warning: .*(?:undefined|multiply|duplicate|ignored).*"
    r"|pdfTeX warning.*)$",
    re.MULTILINE,
)
_ERROR = re.compile(r"^!.*?(?=^ *$|\Z|^\?)", re.MULTILINE | re.DOTALL)


class TypesettingFailed(DpproofsError):
    """TeX is missing, stopped at an error, or left a fault on a page."""


def compile_book(directory: Path, output: Path | None = None) -> Path:
    """Typeset ``book.tex`` of a directory and return the path of the PDF.

    Parameters
    ----------
    directory
        What `render_all` wrote.
    output
        Where to put the PDF; ``book.pdf`` beside ``book.tex`` by default.

    Raises
    ------
    TypesettingFailed
        When TeX is missing or stops, or when a box is too full, a reference undefined or a
        character missing; the message lists what is wrong.
    """
    if not (shutil.which("latexmk") and shutil.which("pdflatex")):
        raise TypesettingFailed(INSTALL)
    target = directory / "book.pdf" if output is None else output
    with tempfile.TemporaryDirectory(prefix="dpproofs-") as name:
        build = Path(name)
        log = _run(directory, build)
        if faults := list(dict.fromkeys(m.group().strip() for m in _FAULTS.finditer(log))):
            raise TypesettingFailed(f"book.tex has {len(faults)} faults: " + "; ".join(faults[:20]))
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        shutil.copyfile(build / "book.pdf", draft)
        draft.replace(target)
    return target


def _midnight() -> int:
    """When this day began, so that a book that is made twice in a day is the same."""
    return int(time.time()) // 86400 * 86400


def _run(directory: Path, build: Path) -> str:
    """Run latexmk and return TeX's log."""
    environment = {
        **os.environ,
        "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH") or str(_midnight()),
        "FORCE_SOURCE_DATE": "1",
        "max_print_line": "10000",  # so that no line of the log is broken
        "openout_any": "p",
    }
    command = [
        "latexmk", "-norc", "-pdf", "-interaction=nonstopmode", "-halt-on-error",
        "-no-shell-escape", f"-outdir={build}", "book.tex",
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command, cwd=directory, env=environment, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise TypesettingFailed(f"latexmk did not finish in {_SECONDS} seconds") from None
    path = build / "book.log"
    log = path.read_text("utf-8", errors="replace") if path.exists() else ""
    if done.returncode:
        found = _ERROR.findall(log)
        reason = (
            " ".join(found[0].split())[:300]
            if found
            else done.stderr.decode(errors="replace").strip()[-300:]
        )
        raise TypesettingFailed(f"latexmk stopped: {reason}")
    return log
