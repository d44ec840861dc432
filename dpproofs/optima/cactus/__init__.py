"""Noise that leaks least after many compositions: the program, its solution, its proof."""
