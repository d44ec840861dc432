"""Keep what proofs leave to be found: the values and multipliers of linear consequences.

Usage: python tools/kept_consequences.py [--check]

Makes every derivation, looks for what is not kept, and leaves out what no proof asks for any more.
With --check nothing is written, and the exit code is 1 if something would be.
"""

import json
import sys
from pathlib import Path

from dpproofs.commands.output import write
from dpproofs.tactics import kept
from dpproofs.theorems.registry import registry

FILE = Path(__file__).resolve().parent.parent / "dpproofs" / "tactics" / kept.FILE


def lines(answers: dict[str, kept.Answer]) -> bytes:
    """The file: an answer a line, in the order of the questions' digests."""
    rows = (f"{json.dumps(key)}: {json.dumps(answers[key])}" for key in sorted(answers))
    return ("{\n" + ",\n".join(rows) + "\n}\n").encode("ascii")


def main() -> int:
    """Write what is asked for, or say that it is not what is kept."""
    with kept.instead(kept.store().answers) as store:
        for claim in registry().values():
            _ = claim.derivation
    asked = lines({key: store.answers[key] for key in store.asked & store.answers.keys()})
    if sys.argv[1:] == ["--check"]:
        if FILE.read_bytes() != asked:
            print(f"{FILE.name} is not what proofs ask for: run 'make found'", file=sys.stderr)
            return 1
        return 0
    if sys.argv[1:]:
        print(__doc__, file=sys.stderr)
        return 2
    write(FILE, asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
