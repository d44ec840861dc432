"""Tutorials run when the site is made, and can be had as notebooks."""

import nbformat
import pytest
from website.extension import tutorials
from website.notebooks import Misprint, notebook

PAGE = """# Count

One and {claim}`one.two`, as [elsewhere](../other.md#there) and [here](https://example.org):

```python
>>> a = 1
>>> a + 1
2
>>> b = 5

```
"""


def test_a_page_becomes_cells_with_what_they_print():
    text, first, last = notebook("tutorials/count", PAGE).cells
    assert "One and `one.two`" in text.source
    assert "](https://github.com/dpproofs/dpproofs/blob/main/docs/other.md#there)" in text.source
    assert "](https://example.org)" in text.source
    assert (first.source, first.outputs[0].text) == ("a = 1\na + 1", "2\n")
    assert (last.source, last.outputs) == ("b = 5", [])


@pytest.mark.parametrize("wrong", [("\n2\n", "\n3\n"), ("a + 1", "a + c")])
def test_a_page_that_prints_something_else_is_no_notebook(wrong):
    with pytest.raises(Misprint, match="tutorials/count"):
        notebook("tutorials/count", PAGE.replace(*wrong))


def test_every_tutorial_is_a_notebook_beside_its_page(site):
    assert len(tutorials()) >= 6
    for path in tutorials():
        read = nbformat.read(site / "tutorials" / f"{path.stem}.ipynb", 4)
        nbformat.validate(read)
        code = [cell for cell in read.cells if cell.cell_type == "code"]
        assert len(code) >= 3
        assert any(cell.outputs for cell in code), path
        page = (site / "tutorials" / f"{path.stem}.html").read_text("utf-8")
        assert f'<a href="{path.stem}.ipynb" download>' in page
