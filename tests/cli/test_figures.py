import pytest

from dpproofs.render.figures import Figure, all_figures


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(Figure, "render", lambda self, kind: f"{kind} of {self.name}".encode())


def test_every_figure_is_written_and_named(run, tmp_path):
    result = run("figures", "-o", tmp_path / "new" / "place")
    assert result.exit_code == 0
    written = sorted((tmp_path / "new" / "place").iterdir())
    assert sorted(result.stdout.splitlines()) == [str(path) for path in written]
    assert {path.name for path in written} == {
        f"{figure.name}.{kind}" for figure in all_figures() for kind in ("svg", "pdf")
    }
    assert written[0].read_text("ascii") == "pdf of additive-figure1"


def test_papers_and_formats_select(run, tmp_path):
    run("figures", "-o", tmp_path, "--paper", "trunclap", "--format", "svg")
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{figure.name}.svg" for figure in all_figures() if figure.paper == "trunclap"
    }


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--paper", "poster"], "one with figures: additive, cactus, staircase, trunclap"),
        (["--paper", "posters"], "one of staircase, additive"),
        (["--format", "png"], "'png'"),
    ],
)
def test_bad_input_is_one_line(run, is_one_error, tmp_path, arguments, expected):
    result = run("figures", "-o", tmp_path / "none", *arguments)
    assert result.exit_code == 2
    assert is_one_error(result.stderr), result.stderr
    assert expected in result.stderr
    assert not (tmp_path / "none").exists()


def test_without_matplotlib_nothing_is_begun(run, is_one_error, tmp_path, monkeypatch):
    monkeypatch.setattr("dpproofs.commands.options.has_matplotlib", lambda: False)
    result = run("figures", "-o", tmp_path / "none")
    assert result.exit_code == 2
    assert is_one_error(result.stderr)
    assert "pip install 'dpproofs[figures]'" in result.stderr
    assert not (tmp_path / "none").exists()


def test_what_is_done_survives_an_interruption(run, tmp_path, monkeypatch):
    def interrupted(self, _):
        if self.name.startswith("additive"):
            return b"done"
        raise KeyboardInterrupt

    monkeypatch.setattr(Figure, "render", interrupted)
    result = run("figures", "-o", tmp_path)
    assert result.exit_code == 130
    assert len(list(tmp_path.iterdir())) == len(result.stdout.splitlines()) == 10
