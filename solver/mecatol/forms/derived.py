"""The form of a step's calculator, derived from the step's own declaration: what a page offers, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from mecatol.domain.counts import in_words
from mecatol.domain.editions import EDITIONS, LATEST
from mecatol.domain.factions import FACTIONS
from mecatol.domain.rulings import RULINGS
from mecatol.domain.steps import (
    ACTIVE,
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    INVASION,
    OTHER,
    ROLL_STEPS,
    SPACE_CANNON_DEFENSE,
    SPACE_COMBAT,
    TACTICAL_ACTION,
)
from mecatol.domain.units import (
    ABILITIES,
    SPACE_CANNON,
    UNIT_TYPES,
    USUAL,
    Unit,
    planet_name,
    printings,
    systems,
    unit_upgrades,
    units,
)
from mecatol.effects.holders import others_with, own_upgrade, role_in
from mecatol.effects.model import COLORS, COMPONENTS, EFFECTS, FACTION_TECHNOLOGY, KINDS, TECHNOLOGY, Component, Effect
from mecatol.effects.named import drafts, effects, technologies
from mecatol.effects.technology_cards import cards
from mecatol.errors import ScenarioError, unknown
from mecatol.forms.model import (
    Area,
    EffectChoice,
    FactChoice,
    Form,
    InputChoice,
    LossOrder,
    NameChoice,
    PolicyChoice,
    RoleForm,
    RulingChoice,
    UnitChoice,
    Version,
)
from mecatol.game.waiting import can_wait
from mecatol.rules.hits.assignment import ORDER
from mecatol.scenario.by_hand import UNIT_VALUES, rolling
from mecatol.scenario.conditions import CONDITION_MOMENTS, COUNTED
from mecatol.scenario.fields import Count, MapOf, OneOf, Record, Slug, YesNo
from mecatol.scenario.model import PLAYER, SCENARIO
from mecatol.scenario.movement import ANOMALIES, SYSTEMS, WAYS, WORMHOLE
from mecatol.scenario.movement import CLEAR as CLEAR_SYSTEM
from mecatol.scenario.policy import BEST, CHOICES, FIELD_OF, SUSTAIN, Policy
from mecatol.scenario.step import FLEETS, STEPS, Input, Offer, Step

_SAYING_NOTHING = Policy()
_LAST_ROUND = 8
"""The last round that the form offers to hold a card back for; a scenario may name later ones."""


def _policy(key: str) -> PolicyChoice:
    """Return a choice of a policy as its declaration words it; a step that lists one without words is refused."""
    words = CHOICES[key].words
    assert words is not None, key
    options = tuple((slug, slug.replace("-", " ").capitalize(), meaning) for slug, meaning in words.options.items())
    default = words.default or getattr(_SAYING_NOTHING, FIELD_OF[key])
    return PolicyChoice(key, words.label, words.meaning, options, default, planet=words.tag)


def _choice(unit_type: str, versions: list[Unit]) -> UnitChoice:
    """Return the choice for a type of unit, of which these versions matter in the place."""
    common = [unit for unit in versions if unit.faction is None]
    free = [unit for unit in common if unit.technology is None]
    owners = () if common else tuple(sorted({unit.faction for unit in versions if unit.faction}))
    upgrade = common[0].technology if common and not free else None
    rank = list(EDITIONS).index
    edition = min((unit.edition for unit in common or versions), key=rank)
    told = tuple(_version(unit) for unit in versions)
    return UnitChoice(unit_type, UNIT_TYPES[unit_type], edition, told, owners, upgrade)


def _version(unit: Unit) -> Version:
    rolled = unit.combat or unit.space_cannon
    hits = ""
    if rolled:
        hits = str(rolled.value) + (f" (×{rolled.dice})" if rolled.dice > 1 else "")
        hits = hits if unit.combat else f"Space Cannon {hits}"
    return Version(unit.name, unit.faction, unit.technology, unit.edition, unit.until, unit.sustain_damage, hits)


def _choices(wanted: Callable[[Unit], bool]) -> tuple[UnitChoice, ...]:
    choices = []
    for unit_type in UNIT_TYPES:
        versions = [unit for unit in printings(unit_type) if wanted(unit)]
        usual = USUAL.get(unit_type)
        if versions and usual and wanted(usual):
            versions.append(usual)
        if versions:
            choices.append(_choice(unit_type, versions))
    return tuple(choices)


def _area(offer: Offer) -> Area:
    return Area(offer.area, offer.label, offer.hint, _choices(offer.units), offer.area == "planets")


def _input(asked: Input) -> InputChoice:
    choices = _choices(asked.units) if asked.units else ()
    if asked.kind != FLEETS:
        return InputChoice(asked.field, asked.kind, asked.label, asked.hint, choices, asked.most, asked.least)
    tiles = _passed_tiles()
    several = {words: _meaning(words) for _, words, _ in tiles if "," in words}
    return InputChoice(
        asked.field, asked.kind, asked.label, asked.hint, choices, asked.most, asked.least,
        (*SYSTEMS.items(), *sorted(several.items())), tuple(WAYS.items()), tiles,
    )  # fmt: skip


def _passed_tiles() -> tuple[tuple[str, str, str], ...]:
    """Return every system tile with what matters to ships there, in a scenario's words, and with its contents."""
    found = []
    for number, contents in _contents().items():
        tile = systems()[number]
        if tile["kind"] == "fracture":  # which has no numbers that anybody could read
            continue
        words = [anomaly for anomaly in tile["anomalies"] if anomaly in SYSTEMS]
        words += [WORMHOLE] if {"alpha", "beta"} & set(tile["wormholes"]) else []
        found.append((number, ",".join(sorted(words)) or CLEAR_SYSTEM, contents))
    return tuple(found)


def _meaning(words: str) -> str:
    first, *rest = (SYSTEMS[word] for word in words.split(","))
    return ", ".join([first, *(word[0].lower() + word[1:] for word in rest)])


def _declined(step: Step, role: str) -> list[InputChoice]:
    """Return what players of a role may leave unused on one planet: Space Cannon Defense, and effects that add dice."""
    there = {BOMBARDMENT_STEP} if role == ACTIVE else {SPACE_CANNON_DEFENSE}
    if not step.involves(there):
        return []
    options: list[tuple[str, str]] = [] if role == ACTIVE else [(SPACE_CANNON, ABILITIES[SPACE_CANNON])]
    for effect in EFFECTS.values():
        acts = there & set(effect.steps) and effect.role in (None, role) and not effect.automatic
        if acts and any(window.adds_dice for window in effect.windows):
            options.append((effect.slug, effect.name))
    hint = "What is left unused, on this planet only."
    return [InputChoice("policy.decline_on", "declined", "Hold back", hint, (), 0, options=tuple(options))]


def _losses(step: Step, areas: tuple[Area, ...]) -> LossOrder | None:
    """Return the order of losses of a role: on the ground, sustaining comes first under either named policy."""
    if "assign" not in step.policies:
        return None
    there = {choice.slug for area in areas for choice in area.units}
    types = [unit for unit in ORDER if unit in there]
    in_space = any(area.path == "space" for area in areas) and step.slug != GROUND_COMBAT
    early, late = (SUSTAIN, *types), (*types, SUSTAIN)
    return LossOrder(
        (*((unit, UNIT_TYPES[unit]) for unit in types), (SUSTAIN, "Sustain Damage, any unit that can")),
        {"cheapest-first": late if in_space else early, "sustain-first": early},
    )


def _facts(record: str, holder: Record = SCENARIO) -> list[FactChoice]:
    """Return the inputs for the fields of one of the records of the scenario or of its players."""
    kind = holder.fields[record].kind
    assert isinstance(kind, Record), record
    return _inputs(record, kind)


def _inputs(path: str, record: Record) -> list[FactChoice]:
    """Return the inputs for the fields of a record that stands at a path; one that holds others has none."""
    found = []
    for key, field in record.fields.items():
        options: tuple[tuple[str, str], ...] = ()
        least = most = 0
        if isinstance(field.kind, OneOf):
            names = field.kind.names()
            meanings = names if isinstance(names, Mapping) else dict.fromkeys(names, "")
            shown, options = "choice", tuple((slug, str(meaning)) for slug, meaning in meanings.items())
        elif isinstance(field.kind, Count):
            shown, least, most = "number", field.kind.least, field.kind.most
        elif isinstance(field.kind, MapOf):
            continue
        elif isinstance(field.kind, YesNo):
            shown = "yes-no"
        else:
            shown = "planet" if isinstance(field.kind, Slug) else "player"
        found.append(
            FactChoice(
                f"{path}.{key}", key.replace("_", " ").capitalize(), field.meaning, shown, options, least, most,
                field.default, field.required,
            )
        )  # fmt: skip
    return found


_LABELS = {
    "rounds": "Rounds to show",
    "stop_after": "Stop after round",
    "system": "System tile",
    "into": "In the active system",
}
"""How the form calls fields of the scenario itself."""


def _fact(name: str) -> FactChoice:
    """Return the input for a field of the scenario itself: a whole number, or the active system."""
    field, label = SCENARIO.fields[name], _LABELS[name]
    if isinstance(field.kind, Count):
        return FactChoice(name, label, field.meaning, "number", (), field.kind.least, field.kind.most, None, False)
    options = {"system": _tiles(), "into": _active_systems()}[name]
    return FactChoice(name, label, field.meaning, "choice", options, 0, 0, None, False)


def _active_systems() -> tuple[tuple[str, str], ...]:
    """Return what can be in the active system that matters to ships that move into it."""
    return tuple((slug, meaning) for slug, meaning in SYSTEMS.items() if slug in (CLEAR_SYSTEM, *ANOMALIES))


def _tiles() -> tuple[tuple[str, str], ...]:
    """Return every system tile with what is on it, those with planets by their names."""
    tiles = [(number, f"{contents} ({number})") for number, contents in _contents().items()]
    return tuple(sorted(tiles, key=lambda tile: tile[1].lower()))


def _contents() -> dict[str, str]:
    """Return what is on every system tile, by its number."""
    found = {}
    for number, tile in systems().items():
        planets = [planet_name(planet) for planet in tile["planets"]]
        other = [anomaly.replace("-", " ") for anomaly in tile["anomalies"]]
        other += [f"{wormhole} wormhole" for wormhole in tile["wormholes"]]
        found[number] = ", ".join([*planets, *other]) or "empty"
    return found


def _meaning_of_upgrade(unit: Unit, step: Step) -> str:
    """Return what a unit upgrade does, and for which card it is entered, which gives it as a combat starts."""
    combat = SPACE_COMBAT if unit.is_ship else GROUND_COMBAT
    giving = [
        one.name
        for one in COMPONENTS.values()
        if combat in one.gives_upgrade_in and step.involves((combat,)) and (unit.is_ship or unit.is_ground_force)
    ]
    said = unit.meaning or f"Upgrades {UNIT_TYPES[unit.type]}."
    return " ".join((said, *(f"Enter it for {name}, too." for name in giving)))


def _with_their_own(slug: str) -> str | None:
    """Return the factions that upgrade to a unit of their own instead of what a technology gives; None for none."""
    return " ".join(faction for faction in FACTIONS if own_upgrade(slug, faction)) or None


def _upgrades(types: set[str], offers: tuple[Offer, ...], step: Step) -> list[EffectChoice]:
    """Return the unit upgrades of the types that the form offers, where the upgraded unit matters."""
    found = []
    for unit in units().values():
        if not unit.technology or unit.type not in types or not any(offer.units(unit) for offer in offers):
            continue
        choice = EffectChoice(
            unit.technology, unit.name, "unit upgrade", unit.edition, unit.until,
            _meaning_of_upgrade(unit, step), 1, unit.faction, "any", "technologies", _with_their_own(unit.technology),
            others=others_with(unit.technology, unit.faction) if unit.faction else (),
        )  # fmt: skip
        found.append(choice)
    return found


def _cards() -> list[EffectChoice]:
    """Return every technology card as something to own."""
    found = []
    for slug, card in cards().items():
        kind = "unit upgrade" if card.unit else FACTION_TECHNOLOGY if card.faction else TECHNOLOGY
        color = f"{COLORS[card.color].capitalize()}, needs " if card.color else "Needs "
        meaning = f"{color}{card.symbols}."
        if card.prerequisites is None:
            meaning = "Cannot be researched."
        found.append(
            EffectChoice(
                slug, technologies()[slug], kind, card.edition, card.until, meaning, 1, card.faction, "any",
                "technologies", _with_their_own(slug), others=others_with(slug, card.faction) if card.faction else (),
            )
        )  # fmt: skip
    own = sorted(found, key=lambda choice: (choice.kind == FACTION_TECHNOLOGY, choice.kind != TECHNOLOGY))
    return [*own, *_upgrades_with_synergy()]


def _upgrades_with_synergy() -> Iterator[EffectChoice]:
    """Yield the breakthroughs that a scenario knows as the upgrade of a unit, as something with a synergy."""
    for slug in unit_upgrades():
        if (card := COMPONENTS.get(slug)) and card.faction and card.synergy:
            yield EffectChoice(
                slug, card.name, card.kind, card.edition, card.until, _with_synergy(card), 1, card.faction, "any",
                "technologies", others=others_with(slug, card.faction),
            )  # fmt: skip


def _with_synergy(card: Component) -> str:
    """Return what a card does, the colors of its synergy included."""
    told = card.part or not card.synergy
    return card.meaning if told else f"{card.meaning} Synergy: {' and '.join(card.synergy)}."


def waits(step: Step) -> tuple[tuple[str, str], ...]:
    """Return when a card may be played later than at once: from a round on, or in the best where that is searched.

    Each is a value of `policy.play` and its words; a step without a combat has none.
    """
    if not step.involves((SPACE_COMBAT, GROUND_COMBAT)):
        return ()
    rounds = tuple((str(number), f"from round {number} on") for number in range(2, _LAST_ROUND + 1))
    return (*rounds, (BEST, "in the round that is best")) if step.slug in (SPACE_COMBAT, GROUND_COMBAT) else rounds


def _offered_since(effect: Effect) -> str:
    """Return the edition from which on a form offers an effect: others gain a flagship's text later than its own."""
    others = others_with(effect.slug, effect.only_for) if effect.lent and effect.only_for else ()
    return next((since for faction in others if (since := FACTIONS[faction].copies_flagships)), effect.edition)


def offered(step: Step, effects: Iterable[Effect]) -> list[EffectChoice]:
    """Return those of some effects that the form of a step offers, by kind and by name."""
    waiting = bool(waits(step))
    return [
        EffectChoice(
            effect.slug, effect.name, effect.kind, _offered_since(effect), effect.until, _with_synergy(effect),
            effect.limit, effect.only_for, role_in(effect, step.slug) or "any",
            "technologies" if effect.kind in (TECHNOLOGY, FACTION_TECHNOLOGY) else "effects",
            effect.faction if effect.lent else effect.closed_to,
            waiting and can_wait(effect),
            others_with(effect.slug, effect.only_for) if effect.only_for else (),
        )
        for effect in sorted(effects, key=lambda effect: (KINDS.index(effect.kind), effect.name))
        if step.involves(effect.steps) and effect.is_named
        and not (step.all_technologies and effect.slug in cards())
    ]  # fmt: skip


def _drafts(step: Step, types: set[str]) -> list[EffectChoice]:
    """Return what may be drafted in a game of Franken: abilities that matter in a step, and units of its types."""
    found = []
    for slug, name in drafts().items():
        effect = EFFECTS.get(slug)
        if slug in effects():
            continue  # Quietus alone is called as its own text, which a form offers to players who copy it
        if effect and step.involves(effect.steps):
            role = role_in(effect, step.slug) or "any"
            found.append(EffectChoice(
                slug, name, effect.kind, effect.edition, effect.until, effect.meaning, 1, effect.faction, role,
                "drafted",
            ))  # fmt: skip
        elif effect is None and units()[slug].type in types:
            unit = units()[slug]
            meaning = f"{FACTIONS[unit.faction or ''].name}’s {in_words(unit.type, 1)}."
            found.append(EffectChoice(
                slug, name, "unit", unit.edition, unit.until, meaning, 1, unit.faction, "any", "drafted"
            ))  # fmt: skip
    return found


def _ground_forces() -> tuple[tuple[str, str], ...]:
    return tuple((slug, name) for slug, name in UNIT_TYPES.items() if printings(slug)[0].is_ground_force)


def _crashes(effect: Effect, step: Step) -> bool:
    """Whether an effect that the step offers brings a ground force to a planet, both of the player's choice."""
    return effect.choice == "crash" and step.involves(effect.steps)


def _role_form(step: Step, role: str, label: str) -> RoleForm:
    areas = tuple(_area(offer) for offer in step.offers if offer.role == role)
    inputs = [_input(asked) for asked in step.inputs if asked.role == role]
    facts = [fact for record in step.player_records for fact in _facts(record, PLAYER)]
    return RoleForm(role, label, areas, (*inputs, *_declined(step, role)), _losses(step, areas), tuple(facts))


def _facts_of(step: Step) -> tuple[FactChoice, ...]:
    """Return the inputs for what a step asks of the scenario itself."""
    own = [fact for record in step.records for fact in _facts(record)]
    return (*own, *(_fact(name) for name in step.fields if name != "ask"))


def _effects(step: Step, types: set[str]) -> tuple[EffectChoice, ...]:
    """Return everything that players may name: unit upgrades of the types that are offered, cards, and drafts."""
    technology_cards = _cards() if step.all_technologies else ()
    drafted = _drafts(step, types)
    return (*_upgrades(types, step.offers, step), *technology_cards, *offered(step, EFFECTS.values()), *drafted)


def form(step_slug: str) -> Form:
    """Return the form of a step's calculator.

    Raises ScenarioError for a step that does not exist.
    """
    if not isinstance(step_slug, str) or step_slug not in STEPS:
        raise ScenarioError([unknown("step", step_slug, "step", STEPS)])
    step = STEPS[step_slug]
    playing = (ACTIVE, OTHER) if step.most_players > 1 else (ACTIVE,)
    roles = tuple(_role_form(step, role, label) for role, label in zip(playing, step.called, strict=False))
    types = {choice.slug for role in roles for area in role.areas for choice in area.units}
    fought = step.involves((SPACE_COMBAT, GROUND_COMBAT))
    rolled = fought or step.involves(ROLL_STEPS)
    return Form(
        step=step.slug,
        title=step.title,
        question=step.question,
        min_players=step.least_players,
        max_players=step.most_players,
        roles=roles,
        facts=_facts_of(step),
        conditions=tuple(COUNTED.items()) if "ask" in step.fields else (),
        moments=tuple(CONDITION_MOMENTS.items()) if step.slug in (INVASION, TACTICAL_ACTION) else (),
        factions=tuple(NameChoice(slug, faction.name, faction.edition) for slug, faction in FACTIONS.items()),
        effects=_effects(step, types),
        waits=waits(step),
        crashes={effect.slug: _ground_forces() for effect in EFFECTS.values() if _crashes(effect, step)},
        policies=tuple(_policy(key) for key in step.policies),
        rulings=tuple(
            RulingChoice(key, RULINGS[key].title, tuple(RULINGS[key].readings.items()), RULINGS[key].default)
            for key in step.rulings
        ),
        editions=tuple(NameChoice(slug, name, slug) for slug, name in EDITIONS.items()),
        by_hand=tuple(_facts("by_hand", PLAYER)) if fought else (),
        by_hand_units=tuple(_inputs("by_hand.units.{unit}", UNIT_VALUES)) if rolled else (),
        by_hand_types=tuple(item for item in rolling().items() if item[0] in types) if rolled else (),
        default_edition=LATEST,
        default=step.example,
    )
