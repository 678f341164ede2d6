"""The one exception of the model."""


class InputError(ValueError):
    """Numbers the calculation cannot start from or go on with.

    `place` names where (`key[1][0]`); `expected` and `found` say what should stand there and what
    does.
    """

    def __init__(self, place: str, expected: str, found: str) -> None:
        super().__init__(f"{place}: expected {expected}, found {found}")
        self.place = place
        self.expected = expected
        self.found = found
