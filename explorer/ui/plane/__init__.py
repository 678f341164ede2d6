"""Queries and keys of two components as arrows."""
