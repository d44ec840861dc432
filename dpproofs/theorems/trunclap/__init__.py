"""Geng, Ding, Guo and Kumar, "Privacy and Utility Tradeoff in Approximate Differential Privacy"
(arXiv 1810.00877), later "Tight Analysis of ..." (AISTATS 2020).
"""
