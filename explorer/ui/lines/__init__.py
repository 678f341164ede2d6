"""Lines from the operands of the step to its result, over the tables and heatmaps."""
