"""Mechanisms that the papers on testing differential privacy were tested on.

Those of StatDP (Ding, Wang, Wang, Zhang and Kifer, "Detecting Violations of Differential Privacy",
CCS 2018) and of DP-Sniper (Bichsel, Steffen, Bogunovic and Vechev, "DP-Sniper: Black-Box Discovery
of Differential Privacy Violations using Classifiers", S&P 2021), written anew from the papers, one
array of draws a call. The inputs are those of the papers.
"""

from benchmarks.classics.suite import MECHANISMS, Classic, Mechanism

__all__ = ["MECHANISMS", "Classic", "Mechanism"]
