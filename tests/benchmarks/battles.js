// One peer's times, in milliseconds: node battles.js PEER FILE JOB, where JOB is JSON {battles, runs, games}.
"use strict";
const [peer, file, job] = process.argv.slice(2);
const { battles, runs, games } = JSON.parse(job);
const median = (times) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)];
const timed = (play) => {
  const began = performance.now();
  play();
  return performance.now() - began;
};
const side = (battle, index) => battle.sides[index];

const players = {
  // The exact engine of QuantumOctopus/ti4calc, from a folder of its sources.
  quantumoctopus(battle) {
    const game = require(`${file}/game-elements`);
    const { calculator } = require(`${file}/calculator`);
    const names = { infantry: "Ground", pds: "PDS", "war-sun": "WarSun" };
    const named = (kind) => names[kind] || kind[0].toUpperCase() + kind.slice(1);
    const fleet = (units) =>
      Object.fromEntries(Object.entries(units).map(([kind, count]) => [named(kind), { count, upgraded: false }]));
    const options = () => ({ race: game.Race.Muaat, riskDirectHit: battle.sustainFirst });
    const input = () => ({
      attackerUnits: fleet(side(battle, 0)),
      defenderUnits: fleet(side(battle, 1)),
      battleType: battle.ground ? game.BattleType.Ground : game.BattleType.Space,
      options: { attacker: options(), defender: options() },
    });
    return () => calculator.computeProbabilities(input()).distribution.downTo(-1);
  },
  // Simulated battles of pgsandstrom/ti4calc, from one script that bundles its core.
  ti4calc(battle) {
    const core = require(file);
    const participant = (which, units) => ({
      faction: "Muaat",
      side: which,
      units: core.getUnitMap(Object.fromEntries(Object.entries(units).map(([k, n]) => [k.replace("-", ""), n]))),
      unitUpgrades: {},
      damagedUnits: {},
      battleEffects: {},
      riskDirectHit: battle.sustainFirst,
    });
    const place = battle.ground ? "ground" : "space";
    return () =>
      core.getBattleReport(
        participant("attacker", side(battle, 0)), participant("defender", side(battle, 1)), place, games,
      ).attacker / games;
  },
};

const answers = {};
for (const [name, battle] of Object.entries(battles)) {
  const play = players[peer](battle);
  const found = play();
  const times = [];
  for (let run = 0; run < runs; run++) times.push(timed(play));
  answers[name] = [median(times), found];
}
console.log(JSON.stringify(answers));
