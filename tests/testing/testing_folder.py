"""Runs of pytest in a folder of their own, as somebody with a library would start them."""

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def plugin_options():
    """Nothing where the plugin is installed: its entry point loads it."""
    points = importlib.metadata.entry_points(group="pytest11")
    return [] if "dpproofs" in points.names else ["-p", "dpproofs.testing.plugin"]


class Folder:
    """A folder with tests."""

    def __init__(self, path, environment=None, options=None):
        self.path = path
        self.environment = environment or {"PYTHONPATH": str(ROOT)}
        self.options = plugin_options() if options is None else options

    def write(self, name, text):
        (self.path / name).write_text(text, "utf-8")

    def run(self, *options):
        """The exit code and all that pytest prints."""
        outside = {key: value for key, value in os.environ.items() if "XDIST" not in key}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *self.options, *options],
            cwd=self.path,
            env={**outside, **self.environment, "PY_COLORS": "0", "COLUMNS": "200"},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr
