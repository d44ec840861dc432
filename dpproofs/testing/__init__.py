"""For tests of privacy: strategies that draw noise sets and shifts, and checks built on them."""
