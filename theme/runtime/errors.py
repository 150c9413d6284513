"""What can go wrong while the browser's Python is built."""


class RuntimeBuildError(RuntimeError):
    """The browser's Python could not be built; the message says which step failed and what to do."""
