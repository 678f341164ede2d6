"""Two states of a scenario side by side, and what that says in sentences."""
