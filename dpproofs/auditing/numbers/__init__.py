"""The audit of the numbers: which doubles one input reaches and its neighbour does not."""

from dpproofs.auditing.numbers.report import NumbersReport
from dpproofs.auditing.numbers.search import audit_numbers

__all__ = ["NumbersReport", "audit_numbers"]
