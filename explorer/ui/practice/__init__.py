"""Exercises: what an edit does, and goals to reach."""
