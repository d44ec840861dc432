"""Runs of pytest in a folder of their own, as somebody with a library would start them."""

import contextlib
import importlib.metadata
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PLAIN = {"PY_COLORS": "0", "COLUMNS": "200"}


def plugin_options():
    """Nothing where the plugin is installed: its entry point loads it."""
    points = importlib.metadata.entry_points(group="pytest11")
    return [] if "dpproofs" in points.names else ["-p", "dpproofs.testing.plugin"]


def without_xdist():
    """The environment as it is outside of a worker."""
    return {key: value for key, value in os.environ.items() if "XDIST" not in key}


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
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *self.options, *options],
            cwd=self.path,
            env={**without_xdist(), **self.environment, **PLAIN},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def run_here(self, *options):
        """The same in this process, which has loaded already what takes long to load."""
        said = io.StringIO()
        # Garbage that is left behind is looked for at the end of the outer session.
        own = ["-p", "no:cacheprovider", "-p", "no:unraisableexception", "--capture=sys"]
        with contextlib.ExitStack() as ending:
            ending.enter_context(contextlib.chdir(self.path))
            ending.enter_context(mock.patch.dict(os.environ, PLAIN))
            for name in set(os.environ) - set(without_xdist()):
                del os.environ[name]
            ending.enter_context(mock.patch.object(sys, "path", [*sys.path]))
            ending.enter_context(mock.patch.object(sys, "dont_write_bytecode", new=True))
            ending.enter_context(contextlib.redirect_stdout(said))
            ending.enter_context(contextlib.redirect_stderr(said))
            known = {**sys.modules}
            sys.modules.pop("conftest", None)
            code = pytest.main([*own, *self.options, *options])
            for name in [*sys.modules]:
                here = getattr(sys.modules[name], "__file__", None) or ""
                if here.startswith(str(self.path)):
                    del sys.modules[name]
            sys.modules |= {name: known[name] for name in ("conftest",) if name in known}
        return int(code), said.getvalue()
