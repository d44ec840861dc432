"""``python -m dpproofs`` is ``dpproofs``, which ends quietly at Ctrl-C while it is being loaded."""

import sys

INTERRUPTED = 130  # as in `dpproofs.commands.exits`, which is not loaded yet


def main() -> None:
    """Run the command line."""
    try:
        from dpproofs.cli import main as run
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    run(prog_name="dpproofs")


if __name__ == "__main__":
    main()
