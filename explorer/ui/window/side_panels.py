"""The panels that are hidden until they are asked for, and built no sooner."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from explorer.app.session import Session
from explorer.ui.looks.look import Look


class SidePanel(NamedTuple):
    """A panel with a dock of its own: `build` loads what it needs and makes it."""

    name: str
    title: str
    build: Callable[[Session, Look], QWidget]


def _plane(session: Session, look: Look) -> QWidget:
    from explorer.ui.plane.plane_view import PlaneView

    return PlaneView(session, look)


def _practice(session: Session, look: Look) -> QWidget:
    from explorer.ui.practice.practice_panel import PracticePanel

    return PracticePanel(session, look)


def _code(session: Session, look: Look) -> QWidget:
    from explorer.ui.code.second_view import SecondView

    return SecondView(session, look)


def _notes(session: Session, look: Look) -> QWidget:
    from explorer.ui.documents.notes_panel import NotesPanel

    return NotesPanel(session, look)


SIDE_PANELS = (
    SidePanel("plane", "Queries and keys as arrows", _plane),
    SidePanel("practice", "Practice", _practice),
    SidePanel("code", "Shapes and code", _code),
    SidePanel("notes", "Notes", _notes),
)
"""In the order of the View menu."""
