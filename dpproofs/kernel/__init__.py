"""The proof kernel: domains, propositions, derivations, verdicts, certificates.

Nothing in this room knows what privacy is.
"""
