"""Pictures of an audit as SVG inside its page, drawn by matplotlib in the page's colours."""

from dpproofs.render.charts.evidence import evidence
from dpproofs.render.charts.histograms import histograms
from dpproofs.render.charts.limits import limits

__all__ = ["evidence", "histograms", "limits"]
