"""Computations that begin and go on when a test lets them."""

import threading

from explorer.model.experiment import calculating

LONG = 10
"""Seconds after which a test that waits for another thread has failed."""


class SlowWork:
    """In place of `calculating`, or of other steps: each waits for `let_go` after its first."""

    def __init__(self, steps=calculating):
        self.began = threading.Semaphore(0)
        self.asked = []
        self.threads = []
        self.failing = None
        self._steps = steps
        self._may_go_on = threading.Semaphore(0)

    def __call__(self, *asked):
        steps = self._steps(*asked)
        self.asked.append(asked)
        self.threads.append(threading.current_thread())
        self.began.release()
        yield next(steps)
        assert self._may_go_on.acquire(timeout=LONG)
        if self.failing is not None:
            raise self.failing
        yield from steps

    @property
    def scenarios(self):
        """What was to be calculated, in order."""
        return [scenario for scenario, *_ in self.asked]

    def wait(self):
        """Until the next computation has begun."""
        assert self.began.acquire(timeout=LONG)

    def let_go(self, computations=1):
        """Let so many computations end, begun or not."""
        self._may_go_on.release(computations)


class SlowDisk:
    """In place of `save_scenario`: waits until it may write, and may be full."""

    def __init__(self):
        self.began, self.may_write = threading.Event(), threading.Semaphore(0)
        self.threads, self.written, self.error = [], [], None

    def __call__(self, scenario, path):
        self.threads.append(threading.current_thread())
        self.began.set()
        assert self.may_write.acquire(timeout=LONG)
        if self.error is not None:
            raise self.error
        self.written.append((scenario, path))

    @property
    def numbers(self):
        """What was written in the cell of the keys that tests change."""
        return [float(scenario.key[1, 0]) for scenario, _path in self.written]
