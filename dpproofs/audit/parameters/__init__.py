"""The audit of the parameters: the noise that code computes, against what it claims."""

from dpproofs.audit.parameters.audit import audit_parameters
from dpproofs.audit.parameters.report import ParameterReport

__all__ = ["ParameterReport", "audit_parameters"]
