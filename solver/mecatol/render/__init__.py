"""Pure functions from a Solution's JSON to HTML; no library beside the solver, for they run in the browser as well."""

from mecatol.render.solution import answered, headline, questions, render, summary

__all__ = ["answered", "headline", "questions", "render", "summary"]
