"""The stages in the middle, one heatmap each."""
