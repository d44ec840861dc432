"""Is the Gaussian noise enough that libraries prescribe for (epsilon, delta), and how much more?"""
