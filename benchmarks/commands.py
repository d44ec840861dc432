"""Processor time and peak memory of whole commands, beside what they are built on.

    python -m benchmarks.commands

``import sympy`` and ``import numpy`` are the yardsticks of start-up; the checking of all claims is
compared with the replay of their certificates, which does the same mathematics a second way. Of
commands that answer from what is stored the worth is in the seconds: `list` is to take at most 0.5,
`errata` at most 1, as long as the index of the claims is current.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import arguments
from dpproofs.theorems.registry import index_is_current

REPEATS = 3
CLAIM = "staircase.thm4.cost"
QUICK = {
    "dpproofs": [],
    "dpproofs list": ["list"],
    "dpproofs errata": ["errata"],
    "dpproofs show CLAIM": ["show", CLAIM],
    "dpproofs verify CLAIM": ["verify", CLAIM],
    "dpproofs derive CLAIM": ["derive", CLAIM],
    "dpproofs profile laplace epsilon=1": ["profile", "laplace", "epsilon=1"],
    "dpproofs optimum --epsilon 1": ["optimum", "--epsilon", "1"],
    "dpproofs doctor": ["doctor"],
}
CLI = [sys.executable, "-m", "dpproofs"]


def cost(command: list[str], repeats: int = REPEATS) -> tuple[float, float]:
    """Seconds of processor time (median) and peak memory in MiB (largest) of a command."""
    seconds, memory = [], []
    for _ in range(repeats):
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0  # reaped here
        seconds.append(usage.ru_utime + usage.ru_stime)
        memory.append(usage.ru_maxrss / 1024)
    return sorted(seconds)[repeats // 2], max(memory)


def main() -> None:
    """Print a table of commands with their ratio to a yardstick."""
    with tempfile.TemporaryDirectory() as folder:
        certificates = str(Path(folder) / "certificates")
        sympy = cost([sys.executable, "-c", "import sympy"])
        numpy = cost([sys.executable, "-c", "import numpy"])
        checked = cost([*CLI, "verify", "--certificates", certificates], repeats=1)
        rows = {
            "python -c 'import sympy'": (sympy, sympy),
            "python -c 'import numpy'": (numpy, sympy),
            "python -c 'import dpproofs'": (
                cost([sys.executable, "-c", "import dpproofs"]),
                sympy,
            ),
            **{name: (cost([*CLI, *arguments]), sympy) for name, arguments in QUICK.items()},
            "dpproofs verify": (checked, checked),
            "dpproofs replay (all certificates)": (cost([*CLI, "replay", certificates]), checked),
        }
    if not index_is_current():
        print("The index is behind the sources ('make index'): claims are loaded to be listed.")
    print(f"{'command':<36}{'cpu s':>8}{'MiB':>8}{'ratio':>8}")
    for name, ((seconds, memory), (yardstick, _)) in rows.items():
        print(f"{name:<36}{seconds:>8.2f}{memory:>8.0f}{seconds / yardstick:>8.2f}")


if __name__ == "__main__":
    arguments.none(__doc__)
    main()
