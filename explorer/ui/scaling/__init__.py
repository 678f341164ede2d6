"""The scaling laboratory: random vectors, and why scores are divided by √d."""
