"""The audit of the parameters: the noise that code computes, against what it claims."""

from dpproofs.auditing.parameters.audit import audit_parameters
from dpproofs.auditing.parameters.report import ParameterReport

__all__ = ["ParameterReport", "audit_parameters"]
