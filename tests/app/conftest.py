"""A small text that reads itself, for edits of what stands between scores and weights."""

import numpy as np
import pytest

from explorer.model import Scenario


@pytest.fixture
def square():
    """Three tokens that read themselves and each other."""
    names = ("the", "cat", "sat")
    return Scenario(
        query=np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]),
        key=np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
        value=np.array([[10.0], [20.0], [30.0]]),
        queries=names,
        sources=names,
    )


@pytest.fixture
def refused(session):
    """What the session says of edits that it does not make."""
    refused = []
    session.refused.connect(refused.append)
    return refused
