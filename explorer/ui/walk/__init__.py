"""The step panel: the arithmetic of a step, and moving through the steps."""
