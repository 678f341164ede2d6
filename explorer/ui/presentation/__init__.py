"""One stage large, in front of a class."""
