"""Sentences as propositions of Coq, written from certificates' trees alone."""
