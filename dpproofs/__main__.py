"""``python -m dpproofs`` is ``dpproofs``."""

from dpproofs.cli import main

if __name__ == "__main__":
    main(prog_name="dpproofs")
