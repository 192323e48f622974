// Slow: plays games in Rust, which have to be compiled. Random matches of the games in examples/rust and of their twins in JavaScript:
// after every action, all viewers see the same of both.
// RONDEL_MATCHES=1000 plays more of them, RONDEL_MATCH=471 that one alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { makeDice } from '../support/dice.mjs';
import { throughJSON } from '../support/json.mjs';
import { numberedMatches } from '../support/numbered-matches.mjs';
import { GAMES } from './games.mjs';
import { attempt, outcomeOf } from './support.mjs';

const { title, playAll } = numberedMatches(20, import.meta.filename);

for (const game of GAMES) {
  test(`${game.name} at a master equals its twin (${title})`, () => playAll((number) => play(game, number, openSeats)));
  test(`${game.name} in one page equals its twin (${title})`, () => playAll((number) => play(game, number, openPage)));
}

async function play(game, number, open) {
  const dice = makeDice(number);
  const match = { game, dice, numPlayers: dice.from(...game.seats) };
  const pairs = open(match, { numPlayers: match.numPlayers, quiet: true }, `match ${number}`);
  try {
    compare(pairs);
    for (let step = dice.from(20, 120); step > 0; step -= 1) {
      const { ctx } = pairs[0].twin.getState();
      await act(match, pairs);
      compare(pairs);
      if (ctx.gameover) return;
    }
  } finally {
    for (const { rust, twin } of pairs) for (const client of [rust, twin]) client.dispose();
  }
}

/** Clients at every seat, and a spectator, at a master in the page. */
function openSeats({ game, dice, numPlayers }, options, seed) {
  const settings = { seed, deltaState: dice.happens(50) };
  const [rust, twin] = [game.rust, game.twin].map((rules) => {
    const multiplayer = Local({ fresh: true });
    return (playerID) => start({ ...options, game: { ...rules, ...settings }, playerID, multiplayer });
  });
  return [...Array.from({ length: numPlayers }, (_, seat) => String(seat)), null].map((playerID) => ({ rust: rust(playerID), twin: twin(playerID) }));
}

/** One client that takes each seat in turn, without a master. */
function openPage({ game, dice }, options, seed) {
  const setupData = game.setupData?.(dice);
  const [rust, twin] = [game.rust, game.twin].map((rules) => start({ ...options, setupData, game: { ...rules, seed } }));
  return [{ rust, twin }];
}

function start(options) {
  const client = Client(options);
  client.start();
  return client;
}

/** The same action of the same player on both sides, mostly a possible one. */
async function act(match, pairs) {
  const { dice, numPlayers } = match;
  const active = pairs.filter(({ twin }) => twin.getState().isActive);
  let pair = active.length > 0 && dice.happens(90) ? dice.one(active) : dice.one(pairs);
  if (pairs.length === 1) {
    [pair] = pairs;
    const playerID = String(dice.below(numPlayers));
    for (const client of [pair.rust, pair.twin]) client.updatePlayerID(playerID);
    compare(pairs);
  }
  const legal = pair.twin.legalMoves();
  assert.deepEqual(throughJSON(pair.rust.legalMoves()), throughJSON(legal));
  const action = attempt(match, legal, ['endTurn', 'endPhase', 'endStage', 'pass']);
  const [rust, twin] = [pair.rust, pair.twin].map((client) => outcomeOf(action(client)));
  assert.deepEqual(await rust, await twin);
}

function compare(pairs) {
  for (const { rust, twin } of pairs) assert.deepEqual(seen(rust), seen(twin));
}

function seen(client) {
  const { G, ctx, plugins, log, _stateID, isActive, canUndo, canRedo, pending } = client.getState();
  return throughJSON({ G, ctx, plugins, log, _stateID, isActive, canUndo, canRedo, pending });
}
