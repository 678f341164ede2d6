"""Sweeps: one number through a range, and what the weights and outputs do meanwhile."""
