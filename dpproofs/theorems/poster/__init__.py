"""Geng, Ding, Guo and Kumar, "Tight Analysis of Privacy and Utility Tradeoff in Approximate
Differential Privacy": the poster.
"""
