"""The report of the field: every audit of every mechanism of the libraries that have an adapter."""

from dpproofs.audit.suite.conclusion import CONCLUSIONS
from dpproofs.audit.suite.field import Settings, audited, document, planned
from dpproofs.audit.suite.telling import told

__all__ = ["CONCLUSIONS", "Settings", "audited", "document", "planned", "told"]
