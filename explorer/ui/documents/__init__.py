"""New, open, examples, save, notes."""
