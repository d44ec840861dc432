"""What each of the three audits found, as sections of a page."""

from dpproofs.render.audits.numbers import numbers
from dpproofs.render.audits.parameters import parameters
from dpproofs.render.audits.sampler import sampler

__all__ = ["numbers", "parameters", "sampler"]
