"""A bare page with Python and nothing of the site around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

import mecatol
from theme.build.policy import secure

Open = Callable[..., Page]

SCRIPT = "runtime.js"
"""Name of the one script of the page."""


def page_of(offline: bool, **files: str) -> str:
    """Return a bare page under the site's own security policy; ``files`` are ``data-`` attributes of its script."""
    named = " ".join(f'data-{name}="{value}"' for name, value in files.items())
    tag = f'<script src="{SCRIPT}" {named}></script>'
    return secure(f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title>{tag}</head>', offline)


def ask(page: Page, payload: object) -> dict[str, Any]:
    """Ask and return the answer with the stages that were reported, or the error's name and message."""
    answer: dict[str, Any] = page.evaluate(
        """async (payload) => {
          const stages = [];
          const onProgress = (progress) => stages.push(progress);
          try {
            return { answer: await Mecatol.runtime.python.ask(payload, { onProgress }), stages };
          } catch (error) {
            return { name: error.name, message: error.message, cause: error.cause, stages };
          }
        }""",
        payload,
    )
    return answer


def first(step: str) -> dict[str, Any]:
    """The question of a step's form as it stands when the page comes."""
    return {"scenario": mecatol.forms.form(step).default}
