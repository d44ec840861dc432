"""Run in the environment of a library: answers each line "epsilon delta" with a sigma.

    python answers.py programs/autodp.py

It imports nothing of this package, since the library may need other versions of everything.
"""

import argparse
import contextlib
import runpy
import sys


def main() -> None:
    """The library's version, then a line for each claim: a number, or what it raised."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("program", help="the file that knows the library")
    program = options.parse_args().program
    out, sys.path = sys.stdout, sys.path[1:]  # the programs have the names of their libraries
    with contextlib.redirect_stdout(sys.stderr):
        found = runpy.run_path(program)
        print(found["VERSION"], file=out, flush=True)
        for line in sys.stdin:
            epsilon, delta = map(float, line.split())
            try:
                text = repr(float(found["sigma"](epsilon, delta)))
            except Exception as error:  # noqa: BLE001 (what a library raises is its answer)
                text = f"{type(error).__name__}: {error}".replace("\n", " ")
            print(text, file=out, flush=True)


if __name__ == "__main__":
    main()
