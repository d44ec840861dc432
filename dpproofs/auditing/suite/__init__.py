"""The report of the field: every audit of every mechanism of the libraries that have an adapter."""

from dpproofs.auditing.suite.conclusion import CONCLUSIONS
from dpproofs.auditing.suite.field import Settings, audited, document, planned
from dpproofs.auditing.suite.summary import told

__all__ = ["CONCLUSIONS", "Settings", "audited", "document", "planned", "told"]
