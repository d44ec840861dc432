"""Findings in mechanisms that no adapter sets up, for the report of the field."""
