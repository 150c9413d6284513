"""What the tests of plain words share: a wording is read whole, as the battle that it stands for."""

import mecatol
from mecatol.paste.taking import take
from mecatol.scenario import sentence


def assert_read(text: str, battle: str) -> None:
    """Assert that a wording is read as a battle, with no word left out, and that the battle can be solved."""
    found = take(text)
    assert found.scenario == mecatol.read(sentence.understand(battle)).data()
    assert found.left_out == []
    mecatol.solve(found.scenario)
