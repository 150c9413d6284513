"""The loader on bad content: every fault of every file in one run, each with file, line, field and what is allowed."""

import shutil
from pathlib import Path

import pytest

import content
from content.__main__ import main
from content.load import ROOT, inspect

HERE = Path(__file__).parent


def expected(name: str) -> list[str]:
    return (HERE / name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("tree", ["bad", "bad-catalogue"])
def test_every_message_is_pinned(tree: str) -> None:
    """A pinned line that ends in … leaves open which names are listed after it: they grow with the game's data."""
    library, faults = inspect(HERE / tree)
    found, pinned = [str(fault) for fault in faults], expected(f"{tree}.txt")
    wrong = [
        (line, pin)
        for line, pin in zip(found, pinned, strict=False)
        if line != pin and not (pin.endswith("…") and line.startswith(pin[:-1]))
    ]
    assert library is None
    assert not wrong, "\n".join(f"found:  {line}\npinned: {pin}" for line, pin in wrong)
    assert len(found) == len(pinned)


def test_load_raises_all_faults_in_order() -> None:
    with pytest.raises(content.ContentError) as caught:
        content.load(HERE / "bad")
    faults = caught.value.faults
    assert list(faults) == sorted(faults)
    assert {fault.file for fault in faults} == {
        f"bad/topics/{path.name}" for path in (HERE / "bad" / "topics").glob("*.yaml")
    }
    assert str(caught.value).splitlines() == [str(fault) for fault in faults]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return shutil.copytree(ROOT, tmp_path / "content", ignore=shutil.ignore_patterns("*.py", "__pycache__"))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_an_author_sees_all_mistakes_in_one_run(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    topic = copy / "topics" / "space-cannon.yaml"
    clause = '      - id: "77.3.e"\n        title: A new clause\n        text: See [[sustain-damge]].\n'
    edit(topic, '      - id: "77.4"\n', clause + '      - id: "77.4"\n')
    edit(topic, "space: {cruiser: 1}", "space: {crusier: 1}")
    edit(topic, "left.Red.space.fighter.2: 4/25", "left.Red.space.fighter.2: 4/24")
    status = main([str(copy)])
    written = topic.read_text(encoding="utf-8").splitlines()
    found = capsys.readouterr().out.splitlines()
    for word, said in {
        '"77.3.e"': "'77.3.e' is no clause of Space Cannon",
        "[[sustain-damge]]": "'sustain-damge' is no topic; did you mean 'sustain-damage'?",
        "{crusier: 1}": "'crusier' is no type of unit; did you mean 'cruiser'?",
        "fighter.2: 4/24": "expects 4/24, and the solver finds 0.16 (4/25)",
    }.items():
        line = next(number for number, text in enumerate(written, 1) if word in text)
        fault = found.pop(0)
        assert fault.startswith(f"content/topics/space-cannon.yaml:{line}: ")
        assert said in fault
    assert status == 1
    assert not found


def test_a_clause_has_one_topic(copy: Path) -> None:
    catalogue = copy / "catalogue.yaml"
    edit(catalogue, 'clauses: ["65.1"', 'clauses: ["77.1", "65.1"')
    faults = inspect(copy)[1]
    assert "77.1 belongs to planetary-shield already" in [fault.message for fault in faults]


def test_a_folder_without_catalogue_is_a_fault(tmp_path: Path) -> None:
    assert [fault.message for fault in inspect(tmp_path)[1]] == ["is missing"]


def test_a_file_in_another_encoding_is_a_fault(copy: Path) -> None:
    (copy / "topics" / "pds.yaml").write_bytes("summary: Größe".encode("latin-1"))
    faults = inspect(copy)[1]
    assert [(fault.file, fault.message) for fault in faults] == [
        ("content/topics/pds.yaml", "is not in UTF-8: invalid start byte")
    ]


def test_a_date_in_a_scenario_is_the_solvers_to_refuse(copy: Path) -> None:
    edit(copy / "topics" / "space-cannon.yaml", "- name: Red\n", "- name: Red\n          faction: 2020-01-01\n")
    faults = inspect(copy)[1]
    assert len(faults) == 1
    assert "2020-01-01" in faults[0].message


def test_sound_content_is_summed_up_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    library = content.load()
    out = capsys.readouterr().out
    assert out.startswith(f"content is sound: {len(library.topics)} of {len(library.catalogue)} topics, ")
    assert out.count("\n") == 1
