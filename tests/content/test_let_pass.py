"""What once passed the check of the content without a word, and what one fault in the catalogue comes to."""

from pathlib import Path

from edited import edit

from content.load import inspect


def faults(root: Path) -> list[str]:
    return [str(fault) for fault in inspect(root)[1]]


def test_all_of_it_in_one_run(copy: Path) -> None:
    topics = copy / "topics"
    edit(topics / "anti-fighter-barrage.yaml", "left.Blue.space.cruiser.0: 9/25", "left.Blue.spaec.cruiser.0: 1")
    for slug, put in (
        ("capacity", "https://one.example "), ("bombardment", "www.two.example "), ("movement", "a\u202eb "),
        ("production", "a\u200bb "),
    ):  # fmt: skip
        path = topics / f"{slug}.yaml"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("summary: >-\n  ", f"summary: >-\n  {put}", 1), encoding="utf-8")
    edit(topics / "warfare.yaml", "summary: >-\n", "summary: >-\n  <<<<<<< HEAD\n  =======\n")
    (topics / "trade.yaml").rename(topics / "trade.yml")
    edit(copy / "changes.yaml", 'date: "2026', 'date: "2099')
    edit(copy / "search-words.yaml", "words:\n", "words:\n  qqq: [qqq]\n")
    said = "\n".join(faults(copy))
    for message in (
        "there is no place 'spaec'; did you mean 'space'?",
        "'https://one.example",
        "'www.two.example",
        "no addresses of other sites",
        "content/topics/movement.yaml:3: holds the sign U+202E, which nobody sees",
        "content/topics/production.yaml",
        "holds the sign U+200B, which nobody sees",
        "content/topics/warfare.yaml:3: is what a merge left behind",
        "content/topics/warfare.yaml:4: is what a merge left behind",
        "content/topics/trade.yml:1: is not read: only files named trade.yaml",
        "is yet to come: write the day of the change",
        "'qqq' stands for nothing but itself",
    ):
        assert message in said, said


def test_one_fault_in_the_catalogue_is_one_line(copy: Path) -> None:
    edit(copy / "catalogue.yaml", "kind: ", "knid: ")
    assert 1 <= len(faults(copy)) <= 2
    assert all("content/catalogue.yaml" in line for line in faults(copy))


def test_a_number_belongs_to_one_topic(copy: Path) -> None:
    path = copy / "catalogue.yaml"
    text = path.read_text(encoding="utf-8")
    assert "pok: 2\n" in text or "pok: 2}" in text
    path.write_text(text.replace("pok: 2\n", "pok: 1\n").replace("pok: 2}", "pok: 1}"), encoding="utf-8")
    (line,) = faults(copy)
    assert "1 is the number of " in line
