"""A figure that a notebook shows as it is, whatever backend of matplotlib it has, or none."""

from __future__ import annotations

import io

from matplotlib.figure import Figure


class Shown(Figure):
    """A figure of matplotlib that is shown as SVG where it is the value of a cell."""

    def _repr_svg_(self) -> str:
        out = io.StringIO()
        self.savefig(out, format="svg")
        return out.getvalue()
