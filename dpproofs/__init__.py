"""Executable theorems of differential-privacy noise."""
