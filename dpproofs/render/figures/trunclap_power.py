"""Figure 3 of the truncated Laplacian paper: its power over that of the optimal Gaussian."""

from __future__ import annotations

from dpproofs.render.figures.figure import Figure
from dpproofs.render.figures.trunclap_amplitude import draw_ratio

FIGURE = Figure(
    name="trunclap-figure3",
    paper="trunclap",
    item="Figure 3",
    caption="The power of the truncated Laplacian over that of the exactly calibrated Gaussian "
    "mechanism.",
    draw=lambda canvas: draw_ratio(canvas, 2),
    size=(4.6, 3.2),
)
