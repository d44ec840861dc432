"""What the mechanisms compute with: special functions, calibration, symbolic descriptions."""
