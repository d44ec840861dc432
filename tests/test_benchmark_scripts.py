"""The scripts under benchmarks/ say what they do when asked for help, and start nothing."""

import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for path in (ROOT / "benchmarks").rglob("*.py")
    if path.name == "__main__.py" or '__name__ == "__main__"' in path.read_text("utf-8")
)


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize(("option", "code"), [("--help", 0), ("--no-such-option", 2)])
@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_that_is_asked_for_help_starts_nothing(
    script, option, code, monkeypatch, tmp_path, capsys
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [script, option])
    with pytest.raises(SystemExit) as end:
        runpy.run_module(script, run_name="__main__", alter_sys=False)
    assert end.value.code == code
    assert list(tmp_path.iterdir()) == []
    assert "usage:" in "".join(capsys.readouterr())
