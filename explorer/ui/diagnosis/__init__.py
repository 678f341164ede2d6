"""Which mistake is in someone's own numbers, and which ones the numbers here cannot show."""
