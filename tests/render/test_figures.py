import builtins
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure as Canvas

from dpproofs.mechanisms import UniformWithAtom
from dpproofs.render.book import render_all
from dpproofs.render.drawing import FiguresUnavailable
from dpproofs.render.figures import all_figures
from dpproofs.render.figures.additive_rearrangement import CELL, CENTRE, levels, stepped_tail
from dpproofs.render.figures.densities import densities


def test_every_figure_of_the_additive_paper_is_there():
    items = [figure.item for figure in all_figures() if figure.paper == "additive"]
    assert items == [f"Figure {n}" for n in range(1, 6)]


@pytest.mark.sweep
@pytest.mark.no_cover  # they are written in the tests below
@pytest.mark.parametrize("figure", all_figures(), ids=lambda figure: figure.name)
def test_a_figure_has_the_same_bytes_every_time(figure):
    svg = figure.render("svg")
    assert svg == figure.render("svg")
    root = ElementTree.fromstring(svg)  # noqa: S314  # our own text
    assert root.tag.endswith("svg")
    assert b"<image" not in svg


def test_a_figure_for_print_has_the_same_bytes_every_time():
    figure = all_figures()[0]
    pdf = figure.render("pdf")
    assert pdf == figure.render("pdf")
    assert pdf.startswith(b"%PDF")
    assert b"CreationDate" not in pdf


def test_rearranging_the_tail_keeps_its_mass_and_decreases():
    before, after = levels(), stepped_tail()
    assert CELL * before.sum() == pytest.approx(CELL * after.sum())
    assert np.array_equal(before[:CENTRE], after[:CENTRE])
    assert (np.diff(after) <= 1e-15).all()


def test_drawing_changes_no_setting_of_matplotlib():
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    all_figures()[0].render("svg")
    assert dict(mpl.rcParams) == before


def test_missing_matplotlib_is_one_clear_sentence(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.split(".")[0] == "matplotlib":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(FiguresUnavailable, match=r"pip install 'dpproofs\[figures\]'") as caught:
        all_figures()[0].render("svg")
    assert "\n" not in str(caught.value)


def test_figures_are_written_as_pdf_and_svg(right, tmp_path):
    written = render_all([right()], tmp_path, figures=True)
    names = {path.name for path in written if path.parent.name == "figures"}
    assert names == {f"additive-figure{n}.{kind}" for n in range(1, 6) for kind in ("pdf", "svg")}
    assert "additive-figure5" in (tmp_path / "book.tex").read_text()


@pytest.mark.parametrize(("mass", "arrows"), [(0.3, 1), (1e-6, 1), (9e-13, 0)])
def test_an_atom_that_nothing_lies_in_is_no_arrow_and_the_legend_says_so(mass, arrows):
    noise = UniformWithAtom(0.5, alpha=mass)
    canvas = Canvas()
    densities({"spread": noise, "other": UniformWithAtom(0.5, alpha=0)}, "").draw(canvas)
    (axes,) = canvas.axes
    assert [text.get_text() for text in axes.texts if text.get_text()] == [f"{mass:.3g}"] * arrows
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert names == ["spread" if arrows else "spread (atom of 9e-13 not drawn)", "other"]
