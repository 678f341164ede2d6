"""What scripts and tests call the widgets of a table: stable across versions."""

_SINGULAR = {"embeddings": "embedding", "positions": "position"}
"""Tables whose widgets are called by one of their rows."""


def object_name(array: str, what: str) -> str:
    """`queryProjectionTable`: the name of the table, then what the widget is."""
    first, *others = _SINGULAR.get(array, array).split("_")
    return "".join((first, *(word.capitalize() for word in others), what))
