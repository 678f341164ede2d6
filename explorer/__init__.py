"""Attention Explorer: every number of a self-attention calculation, to change, follow and check."""

__version__ = "0.1.0"
