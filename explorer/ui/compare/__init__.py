"""Comparing with a pinned state: the bar, the panel, and then and now in the step panel."""
