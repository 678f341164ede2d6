"""The bundled icons, in the colours of the theme.

Icon themes of the desktop are missing on bare X11 and elsewhere, so the program brings its own.
"""

from functools import cache

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from explorer.files import resources_folder

SIZES = (16, 24, 32, 48, 64)
FADED = 0.35


@cache
def icon(name: str, colour: str) -> QIcon:
    """The icon `name`.svg drawn in `colour`, paler where it is disabled.

    Drawn once: Qt keeps what it scales of an icon, and would keep it of each that was ever shown.
    """
    result = QIcon()
    source = (resources_folder() / "icons" / f"{name}.svg").read_text("utf-8")
    renderer = QSvgRenderer(QByteArray(source.replace("currentColor", colour).encode()))
    for size in SIZES:
        result.addPixmap(_drawn(renderer, size, 1.0), QIcon.Mode.Normal)
        result.addPixmap(_drawn(renderer, size, FADED), QIcon.Mode.Disabled)
    return result


def _drawn(renderer: QSvgRenderer, size: int, opacity: float) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(QColor(Qt.GlobalColor.transparent))
    painter = QPainter(pixmap)
    painter.setOpacity(opacity)
    renderer.render(painter)
    painter.end()
    return pixmap
