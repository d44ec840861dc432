"""The least cost of private noise between two proved numbers: each way to an end of a bracket."""
