"""The report of the field: every audit of every mechanism of the libraries that have an adapter.

The document has the keys that `dpproofs.render.suite_page` asks for, and beyond them ``python``,
``seed`` and ``seconds_each``. An entry also has

``target``, ``seconds``
    As it is written on the command line, and how long its audits took.
``findings``
    What the audits found, each with ``audit`` ("sampler", "numbers", "parameters" or "threshold"),
    ``status`` ("confirmed" or "unconfirmed"), ``claim``, ``text``, ``witness`` as data,
    ``second_way`` (``agrees``, ``method``, ``text``), ``upstream`` and ``reproduce``. Only what a
    second way confirms counts as a violation, of the mechanism if people make such a claim: the
    verdict of other reports is "unconfirmed".
``broken_by``
    The audits with a confirmed finding at a claim that people make.
``costs``
    Where the noise costs most against each reference, among common claims.
``problems``
    Crashes, hangs and other failures of the library, in words.
"""

from dpproofs.audit.suite.conclusion import CONCLUSIONS
from dpproofs.audit.suite.field import Settings, audited, document, planned
from dpproofs.audit.suite.telling import told

__all__ = ["CONCLUSIONS", "Settings", "audited", "document", "planned", "told"]
