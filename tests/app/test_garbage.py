"""Garbage is collected on the main thread, whoever makes it."""

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QObject

from explorer.app import garbage
from explorer.app.garbage import Garbage


class Node:
    """Refers to itself: only the collector gets rid of it."""

    def __init__(self, told):
        self.itself = self
        weakref.finalize(self, lambda: told.append(threading.current_thread()))


@pytest.fixture
def collector(qtbot, monkeypatch):
    gc.collect()
    gc.enable()
    monkeypatch.setattr(garbage, "EVERY", 1)
    parent = QObject()
    yield Garbage(parent)
    del parent


def test_what_another_thread_leaves_behind_is_collected_on_the_main_thread(qtbot, collector):
    told, made = [], []

    def work():
        Node(told)
        made.extend([] for _ in range(100_000))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert told == []
    qtbot.waitUntil(lambda: told != [])
    assert told == [threading.main_thread()]
    assert made


def test_nothing_is_collected_while_little_was_made(qtbot, collector):
    told = []
    Node(told)
    qtbot.wait(20)
    assert told == []
