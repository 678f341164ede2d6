"""A recovery file of the seed's example."""

from datetime import UTC, datetime

import pytest


@pytest.fixture
def recovery_file(tmp_path, seed_scenario):
    from explorer.files.recovery_format import Unsaved, save_unsaved

    path = tmp_path / "one.recovery"
    save_unsaved(Unsaved("Séance", seed_scenario, datetime(2026, 3, 1, 12, tzinfo=UTC)), path)
    return path
