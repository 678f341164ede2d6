"""Experiments with what may be read: mask, bias and soft-cap."""
