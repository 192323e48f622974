// Stored and sent values other than G: the outcome, metadata of the log, plugins' data, setup data. A value that JSON cannot represent is
// an error in development, in the page and online alike.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { quietly } from '../support/console.mjs';

const cyclic = () => {
  const object = {};
  object.self = object;
  return object;
};
const counting = (game) => ({ setup: () => ({ n: 0 }), ...game });
const go = (run) => counting({ moves: { go: ({ G, ...tools }) => { G.n += 1; run(tools); } } });
const said = (found, holder) => `: ${found} cannot be serialised; ${holder} may contain only JSON values`;

/** The value that a move sets, and the message about it. */
const MISTAKES = [
  ['an outcome', go(({ events }) => events.endGame({ score: 10n })), `ctx.gameover.score${said('a bigint', 'ctx.gameover')}`],
  ['a result of endIf', counting({ moves: { go: ({ G }) => { G.n += 1; } }, endIf: ({ G }) => G.n > 0 && cyclic() }), `ctx.gameover.self${said('an object that contains itself', 'ctx.gameover')}`],
  ['a Map that endIf returns', counting({ moves: { go: ({ G }) => { G.n += 1; } }, endIf: ({ G }) => G.n > 0 && { w: new Map() } }), `ctx.gameover.w${said('a Map', 'ctx.gameover')}`],
  ['a result of turn.endIf', counting({ moves: { go: ({ G }) => { G.n += 1; } }, turn: { endIf: ({ G }) => G.n > 0 && { next: '1', why: 1n } } }), `turn.endIf.why${said('a bigint', 'turn.endIf')}`],
  ['metadata', go(({ log }) => log.setMetadata({ id: 10n })), `metadata.id${said('a bigint', 'metadata')}`],
  ['metadata that contains itself', go(({ log }) => log.setMetadata(cyclic())), `metadata.self${said('an object that contains itself', 'metadata')}`],
  ['data that a plugin flushes', { ...go(() => {}), plugins: [{ name: 'pl', setup: () => ({}), flush: ({ G }) => (G.n > 0 ? { at: [new Date(0)] } : {}) }] }, `plugins.pl.data.at[0]${said('a Date', 'plugins.pl.data')}`],
  ['a G that a plugin makes', { ...go(() => {}), plugins: [{ name: 'pl', api: () => ({}), dangerouslyFlushRawState: ({ state }) => (state.G?.n > 0 ? { ...state, G: { n: 1n } } : state) }] }, `plugins: G.n${said('a bigint', 'G')}`],
  ['a G that a plugin returns', { ...go(() => {}), plugins: [{ name: 'pl', fnWrap: (inner, type) => (type === 'MOVE' ? (...args) => ({ ...inner(...args), at: 1n }) : inner) }] }, `moves.go: G.at${said('a bigint', 'G')}`],
];

for (const [what, game, message] of MISTAKES) {
  test(`${what} that JSON cannot represent is an error: ${message}`, () => {
    const inPage = Client({ game, quiet: true });
    assert.throws(() => inPage.moves.go(), { code: 'game/unserializable', message });
    const online = Client({ game, playerID: '0', multiplayer: Local(), quiet: true });
    online.start();
    assert.equal(quietly(() => online.moves.go().status), 'rejected');
    for (const client of [inPage, online]) assert.deepEqual([client.getState().G, client.getState()._stateID], [{ n: 0 }, 0]);
    online.dispose();
  });
}

test('events of the client, actions of plugins and initial values are checked too', () => {
  const client = Client({ game: counting({ plugins: [{ name: 'pl', setup: () => ({}), action: () => () => {} }] }), quiet: true });
  assert.throws(() => client.events.endGame(new Set()), { code: 'game/unserializable', message: /^ctx\.gameover: a Set/ });
  assert.throws(() => client.plugins.pl(), { code: 'game/unserializable', message: /^plugins\.pl\.data: a function/ });
  assert.equal(client.getState()._stateID, 0);
  const begin = (game, setupData) => () => Client({ game: counting(game), setupData, quiet: true });
  assert.throws(begin({ plugins: [{ name: 'pl', setup: () => ({ m: new Map() }) }] }), { message: /^plugins\.pl\.data\.m: a Map/ });
  assert.throws(begin({ plugins: [{ name: 'pl', setup: async () => ({}) }] }), { message: /^plugins\.pl\.data: a Promise/ });
  assert.throws(begin({}, { deck: new Set() }), { message: /^setupData\.deck: a Set/ });
});

test('values that JSON can represent are accepted, including drafts and undefined', () => {
  const game = counting({ setup: () => ({ list: [{ a: 1 }] }), moves: { go: ({ G, log, events }) => { log.setMetadata({ first: G.list[0], none: undefined }); events.endGame({ list: G.list }); } } });
  const client = Client({ game, quiet: true });
  assert.equal(client.moves.go().status, 'confirmed');
  assert.deepEqual(client.log[0].metadata, { first: { a: 1 }, none: undefined });
  assert.deepEqual(client.getState().ctx.gameover, { list: [{ a: 1 }] });
});
