"""Mistakes made on purpose: choosing one, right and wrong side by side, and the loud frame."""
