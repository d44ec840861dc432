import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from dpproofs import __version__, verify

CHEAP = "additive.lem2"
OTHER = "additive.thm3.deriv"  # comes after it in the catalogue


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["verfy"], "'verify'"),
        (["--frobnicate"], "--frobnicate"),
        (["optimum", "--eps", "1"], "Did you mean '--epsilon'?"),
        (["audit", "laplace", "--epsilon", "1", "--sensitivity", "1"], "numpy:laplace"),
        (["verify", "additive.lem22"], "'additive.lem2'"),
        (["verify", "--paper", "additve"], "staircase, additive"),
        (["list", "--paper", "additve"], "staircase, additive"),
        (["verify", CHEAP, "--paper", "staircase"], "a paper of the claims named"),
        (["verify", "--digits", "0"], "1<=x<=1000"),
        (["verify", "--digits", "1001"], "1<=x<=1000"),
        (["verify", "--digits", "many"], "'many'"),
        (["verify", "--jobs", "0"], "x>=1"),
        (["errata", "--jobs", "0"], "x>=1"),
        (["derive"], "Name claims or give --all, and not both"),
        (["derive", CHEAP, "--all"], "Name claims or give --all, and not both"),
        (["derive", "--all", "--format", "html", "--check"], "--check needs"),
        (["derive", CHEAP, "--check"], "--check needs"),
        (["derive", CHEAP, "--stored", "x"], "--stored needs --all"),
        (["derive", CHEAP, "--format", "word"], "'word'"),
        (["derive", "additive.lem22"], "'additive.lem2'"),
        (["replay"], "PATH"),
        (["replay", "nowhere.json"], "'nowhere.json'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run, arguments, expected, is_one_error):
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert is_one_error(result.stderr), result.stderr
    assert expected in result.stderr


def test_a_paper_without_formalised_claims_is_an_empty_selection(run, monkeypatch):
    monkeypatch.setattr("dpproofs.theorems.registry.formalised", tuple)
    result = run("verify", "--paper", "cactus")
    assert result.exit_code == 2
    assert "a paper with formalised claims" in result.stderr


def test_usage_errors_name_the_help_that_would_have_told(run):
    assert run("verify", "--jobs", "0").stderr.endswith("(see 'dpproofs verify --help')\n")


@pytest.mark.parametrize("digits", [0, 1001])
def test_the_range_of_digits_is_the_one_of_the_function(digits):
    with pytest.raises(ValueError, match="1 to 1000"):
        verify(CHEAP, digits=digits)


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_file_where_a_directory_is_needed(run, tmp_path, place, is_one_error):
    (tmp_path / "file").write_text("", "utf-8")
    for arguments in (["verify", CHEAP, "--certificates"], ["derive", "--all", "-o"]):
        result = run(*arguments, tmp_path / place)
        assert result.exit_code == 2
        assert is_one_error(result.stderr), result.stderr
        assert result.stdout == ""


def test_a_directory_where_a_file_is_needed(run, tmp_path):
    result = run("derive", CHEAP, "-o", tmp_path)
    assert result.exit_code == 2
    assert "not of a directory" in result.stderr


def test_a_file_in_a_directory_that_does_not_exist(run, tmp_path, is_one_error):
    for arguments in (
        ["derive", CHEAP, "-o"],
        ["derive", "--all", "--format", "html", "--stored"],
    ):
        result = run(*arguments, tmp_path / "missing" / "x")
        assert result.exit_code == 2
        assert is_one_error(result.stderr), result.stderr
        assert "in a directory that exists" in result.stderr


def test_places_that_are_read_only_are_refused_before_the_work(run, tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    for arguments in (["derive", CHEAP, "-o"], ["verify", CHEAP, "--certificates"]):
        result = run(*arguments, tmp_path / "x")
        assert result.exit_code == 2
        assert "one that can be written to" in result.stderr


def test_an_error_of_the_disk_is_one_line(run, planted, tmp_path, monkeypatch):
    def full(path, _):
        raise OSError(28, "No space left on device", str(path))

    planted()
    monkeypatch.setattr("dpproofs.commands.output.write", full)
    result = run("verify", CHEAP, "--certificates", tmp_path)
    assert result.exit_code == 2
    assert result.stderr == f"error: {tmp_path / CHEAP}.json: No space left on device\n"


def test_control_characters_do_not_reach_the_terminal(run, is_one_error):
    result = run("replay", "no\x1b[31mwhere\n.json")
    assert is_one_error(result.stderr)
    assert "\x1b" not in result.stderr


def test_without_a_command_there_is_help(run):
    result = run()
    assert result.exit_code == 0
    assert "Audit (does this code keep its claim?):" in result.stdout


def test_the_version_is_printed(run):
    assert run("--version").stdout == f"dpproofs {__version__}\n"


@pytest.fixture(params=["", "1"], ids=["buffered", "unbuffered"])
def environment(request):
    return {**os.environ, "PYTHONUNBUFFERED": request.param}


def test_a_reader_that_goes_away_is_no_error(start, environment):
    process = start("list", env=environment)
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(600) == 141


def test_a_full_disk_behind_standard_output_is_one_line(launch, environment):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = launch("verify", CHEAP, "--json", stdout=full, env=environment)
    assert ended.code == 2
    assert ended.err == "error: No space left on device\n"


@pytest.mark.parametrize("closed", ["", "2"])
def test_closed_streams_are_no_error(closed):
    command = f'"{sys.executable}" -m dpproofs list {closed}>&-'
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_a_terminal_without_unicode_gets_replacements(launch):
    ended = launch("verify", OTHER, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert ended.code == 0
    assert ended.out.isascii()


def test_ctrl_c_while_the_command_is_loaded_ends_quietly(monkeypatch):
    class Interrupted(ModuleType):
        def __getattr__(self, _name):
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "dpproofs.cli", Interrupted("dpproofs.cli"))
    with pytest.raises(SystemExit) as ended:
        importlib.import_module("dpproofs.__main__").main()
    assert ended.value.code == 130
