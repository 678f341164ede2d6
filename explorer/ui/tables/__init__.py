"""The editable tables on the left."""
