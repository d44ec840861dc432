"""The audit of a sampler: draws, learned witness sets, and an e-process that bets on them."""

from dpproofs.auditing.sampler.audit import Audit, audit_sampler
from dpproofs.auditing.sampler.budget import Budget
from dpproofs.auditing.sampler.report import (
    ERROR,
    NONE_FOUND,
    UNDECIDED,
    VIOLATION,
    SamplerReport,
)
from dpproofs.auditing.sampler.workers import workers

__all__ = [
    "ERROR",
    "NONE_FOUND",
    "UNDECIDED",
    "VIOLATION",
    "Audit",
    "Budget",
    "SamplerReport",
    "audit_sampler",
    "workers",
]
