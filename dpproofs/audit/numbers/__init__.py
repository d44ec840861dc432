"""The audit of the numbers: which doubles one input reaches and its neighbour does not."""

from dpproofs.audit.numbers.report import NumbersReport
from dpproofs.audit.numbers.search import audit_numbers

__all__ = ["NumbersReport", "audit_numbers"]
