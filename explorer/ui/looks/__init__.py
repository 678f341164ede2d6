"""Colours, sizes and number formats."""
