"""The scenario as shapes and as code."""
