"""Weights by hand, beside those of the softmax."""
