"""Pictures of an audit as SVG, drawn here so that a page needs nothing else."""

from dpproofs.render.charts.evidence import evidence
from dpproofs.render.charts.histograms import histograms
from dpproofs.render.charts.limits import limits

__all__ = ["evidence", "histograms", "limits"]
