"""A battle at the table in figures that can be read: the chances, costs and luck of one moment in words."""

from __future__ import annotations

from typing import Any

from mecatol.render.numbers import average, percent, points


def in_figures(moment: dict[str, Any]) -> dict[str, Any]:
    """Return a moment's data (`mecatol.playing.moment.TableMoment.data`) with what is shown beside each number."""
    for share in moment["shares"]:
        share["shown"] = percent(share["chance"])
    for option in moment["step"]["options"]:
        if "cost" in option:
            option["shown"] = "" if option["best"] else points(-option["cost"])
        elif "chance" in option:
            option["shown"] = percent(option["chance"])
    for extra in moment["step"]["extras"]:
        if "gain" in extra:
            extra["shown"] = points(extra["gain"])
    for each in moment["luck"]:
        good = each["hits"] >= each["expected"]
        each["shown"] = percent(each["at_least"] if good else each["at_most"])
        each["mean"] = average(each["expected"])
        each["good"] = good
    return moment
