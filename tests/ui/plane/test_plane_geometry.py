"""Where points stand on the screen, and which places names get."""

from PySide6.QtCore import QPointF, QRectF, QSizeF

from explorer.ui.plane.plane_geometry import Label, LabelPlacer, PlaneGeometry


def test_a_position_outside_is_the_nearest_point_inside():
    geometry = PlaneGeometry(200, 100, 10, 2.0)
    assert geometry.on_plane(QPointF(100, 50)) == (0, 0)
    assert geometry.on_plane(QPointF(100, -500)) == (0, 2.0)
    assert geometry.on_screen(geometry.on_plane(QPointF(60, 30))) == QPointF(60, 30)


def test_a_name_without_room_is_shortened_then_left_out():
    placer = LabelPlacer(QRectF(0, 0, 60, 60), gap=4)
    sizes = [QSizeF(90, 12), QSizeF(16, 12)]
    placed = placer.place(Label(QPointF(30, 30), "a long name", "k₁"), sizes, (1, 0))
    assert placed.text == "k₁"
    placer.keep_free(QRectF(0, 0, 60, 60))
    assert placer.place(Label(QPointF(30, 30), "a long name", "k₂"), sizes, (1, 0)) is None
    must = Label(QPointF(59, 59), "a long name", "k₃", must_show=True)
    assert QRectF(0, 0, 60, 60).contains(placer.place(must, sizes, (1, -1)).rect)
