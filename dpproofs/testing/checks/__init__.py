"""The checks of the conformance suite, one theme a file, found by looking at this folder."""
