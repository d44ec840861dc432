"""What Coq is given of a claim, as a file."""

import hashlib
from collections.abc import Mapping
from typing import Any

from coq import WAYS, written
from dpproofs.coq.document import document
from dpproofs.coq.record import checked, record
from dpproofs.coq.sentence import sentence
from dpproofs.kernel.certificate import digest


def accepted(certificate: Mapping[str, Any]) -> str:
    """Return the proof of a claim that Coq accepted, letter for letter; "" where none is known.

    The record has the digest of what Coq was given; what is written now must have the same.
    """
    name = certificate["statement"]["id"]
    if not checked(name, digest(certificate["statement"]), certificate["digest"]):
        return ""
    for way in WAYS:
        rests_on, text = written(certificate, **way)
        given = hashlib.sha256(f"{rests_on}{text}".encode()).hexdigest()
        if given == record()["claims"][name]["proof"]:
            return text
    return ""


def stated(certificate: Mapping[str, Any]) -> str:
    """Return what a claim says, as a proposition of Coq."""
    return document([sentence(certificate)])
