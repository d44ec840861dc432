"""What the noises that people know cost, each at its least for the same privacy."""
