"""Brackets of the least cost of private noise over the grid of the only other program for it."""
