"""Processor time and peak memory of whole commands, beside what they are built on.

    python -m benchmarks.commands

``import sympy`` and ``import numpy`` are the yardsticks of start-up; the checking of all claims is
compared with the replay of their certificates, which does the same mathematics a second way.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

REPEATS = 3
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
            "dpproofs --help": (cost([*CLI, "--help"]), sympy),
            "dpproofs verify": (checked, checked),
            "dpproofs replay (all certificates)": (cost([*CLI, "replay", certificates]), checked),
        }
    print(f"{'command':<36}{'cpu s':>8}{'MiB':>8}{'ratio':>8}")
    for name, ((seconds, memory), (yardstick, _)) in rows.items():
        print(f"{name:<36}{seconds:>8.2f}{memory:>8.0f}{seconds / yardstick:>8.2f}")


if __name__ == "__main__":
    main()
