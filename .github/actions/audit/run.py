"""Run the audits that $TARGETS names, a line each; keep what they find in the folder $OUTPUT.

The exit code is that of the audit that matters most: a violation, then one that failed, then one
that was not decided. Codes are those of ``dpproofs audit``.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

VERDICTS = {0: "no violation found", 1: "violation", 3: "no verdict"}  # of exit codes
SEVERE = (1, 3, 0)  # what matters most comes first, after codes that say that an audit failed
LONGEST = 20_000  # characters of an audit in a comment: a forge takes 65,536 in all
FENCE = "~~~~"


@dataclass(frozen=True)
class Done:
    """An audit: its line, its exit code, what it printed."""

    line: str
    code: int
    said: str


def audited(line: str, number: int, folder: Path) -> Done:
    """Run one audit; its SARIF and its badge are named by its number."""
    files = ["--sarif", str(folder / f"{number}.sarif"), "--badge", str(folder / f"{number}.json")]
    command = [sys.executable, "-m", "dpproofs", "audit", *shlex.split(line), *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    sys.stdout.write(f"$ dpproofs audit {line}\n{done.stdout}{done.stderr}\n")
    sys.stdout.flush()
    return Done(line, done.returncode, done.stdout or done.stderr)


def worst(codes: Sequence[int]) -> int:
    """Return the exit code that matters most: a violation, a failure, what is not known, none."""
    if 1 in codes:
        return 1
    return next((code for code in codes if code not in SEVERE), max(codes))


def comment(done: Sequence[Done]) -> str:
    """Return what is said of a pull request: each violation as the audit told it, and a count."""
    parts = ["### Audits of differential privacy"]
    for audit in done:
        if audit.code == 1:
            said = audit.said[:LONGEST].replace(FENCE, "").rstrip()
            parts.append(f"{FENCE}text\n{said}\n{FENCE}")
    clear = sum(audit.code == 0 for audit in done)
    others = sum(audit.code not in (0, 1) for audit in done)
    parts.append(f"Of {len(done)} audits, {clear} found no violation and {others} had no verdict.")
    return "\n\n".join(parts) + "\n"


def uploadable(path: Path) -> bool:
    """Return whether a forge takes these results: each of them has to be in a file."""
    results = json.loads(path.read_text("utf-8"))["runs"][0]["results"]
    return all("physicalLocation" in result["locations"][0] for result in results)


def main() -> int:
    """Run every audit, and write what the steps after this one take."""
    lines = [line.strip() for line in os.environ["TARGETS"].splitlines() if line.strip()]
    if not lines:
        sys.stderr.write("targets: no audit is named; one a line is needed\n")
        return 2
    folder = Path(os.environ["OUTPUT"])
    (folder / "upload").mkdir(parents=True, exist_ok=True)
    done = [audited(line, number, folder) for number, line in enumerate(lines, 1)]
    taken = [path for path in sorted(folder.glob("*.sarif")) if uploadable(path)]
    for path in taken:
        shutil.copy(path, folder / "upload")
    code = worst([audit.code for audit in done])
    told = comment(done)
    (folder / "comment.md").write_text(told, "utf-8")
    upload = "true" if taken else "false"
    append("GITHUB_STEP_SUMMARY", told)
    append("GITHUB_OUTPUT", f"verdict={VERDICTS.get(code, 'error')}\nupload={upload}\n")
    return code


def append(variable: str, text: str) -> None:
    """Add to a file that the runner named in the environment."""
    with Path(os.environ[variable]).open("a", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    sys.exit(main())
