import re
from pathlib import Path

import pytest
from website.diagram import WIDTH, drawing, placed, read

PAGE = Path(__file__).resolve().parents[2] / "docs" / "architecture.md"


def test_the_chart_of_the_architecture_is_drawn_from_top_to_bottom():
    (source,) = re.findall(r"```mermaid\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    labels, edges = read(source)
    boxes = placed(labels, edges)
    assert ("checkers", "findings", "verifying") in edges
    assert boxes["samplers"].label == "other people's samplers"
    assert all(boxes[start].y < boxes[end].y for start, _, end in edges)
    assert all(0 < box.x - box.width / 2 < box.x + box.width / 2 < WIDTH for box in boxes.values())
    drawn = drawing(source)
    assert drawn.count("<rect") == len(labels)
    assert "checkers to verifying: findings." in drawn


@pytest.mark.parametrize(
    "source", ["graph LR\na --> b", "flowchart LR\na -> b", "flowchart LR\na --> b\nb --> a"]
)
def test_what_cannot_be_drawn_is_refused(source):
    with pytest.raises(ValueError, match=r"flowchart|edge|circle"):
        drawing(source)


def test_labels_are_escaped():
    assert "&lt;b&gt;" in drawing("flowchart LR\na[<b>] --> c")
