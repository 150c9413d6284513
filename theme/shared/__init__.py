"""The rules as data for other programs: JSON at addresses that stay, each file with the schema that describes it."""

from theme.shared.files import FILES, LICENCE, VERSION, files

__all__ = ["FILES", "LICENCE", "VERSION", "files"]
