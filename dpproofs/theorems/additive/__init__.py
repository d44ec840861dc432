"""Geng, Ding, Guo and Kumar, "Optimal Noise-Adding Mechanism in Additive Differential Privacy"
(AISTATS 2019).
"""
