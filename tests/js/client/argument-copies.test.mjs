// Arguments of moves are copied: later changes to the page's objects do not change the match.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { reactive } from 'vue';
import { capture } from '../support/console.mjs';

const game = {
  setup: () => ({ dropped: [], form: null }),
  moves: {
    drop: ({ G }, cards) => { G.dropped.push(...cards); },
    keep: ({ G }, form) => { G.form = form; },
    see: ({ G }, value) => { G.form = value instanceof Map ? [...value.keys()] : typeof value; },
    end: ({ events }, outcome) => { events.endGame(outcome); },
  },
};

for (const [how, options] of [['by default', {}], ["under compat: '0.50'", { compat: '0.50' }]]) {
  test(`the log and G keep a list that the page empties afterwards, ${how}`, () => {
    const client = Client({ game: { ...game, ...options }, quiet: true });
    const selected = [{ name: 'ace' }, { name: 'king' }];
    client.moves.drop(selected);
    client.moves.keep(selected);
    selected[0].name = 'two';
    selected.splice(0);
    const { G } = client.getState();
    assert.deepEqual([G.dropped, G.form], [[{ name: 'ace' }, { name: 'king' }], [{ name: 'ace' }, { name: 'king' }]]);
    assert.deepEqual(client.log.map(({ action }) => action.payload.args), [[G.dropped], [G.dropped]]);
  });
}

for (const NODE_ENV of ['development', 'production']) {
  test(`a reactive value of Vue is stored like a plain one, in ${NODE_ENV}`, (t) => {
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = NODE_ENV;
    t.after(() => {
      if (before === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = before;
    });
    const client = Client({ game, quiet: true });
    const form = reactive({ name: 'Ann', cards: [{ suit: 'hearts' }] });
    client.moves.keep(form);
    form.cards[0].suit = 'spades';
    const { G } = client.getState();
    assert.deepEqual(structuredClone(G.form), { name: 'Ann', cards: [{ suit: 'hearts' }] });
  });
}

test('the outcome of a game is copied too', () => {
  const client = Client({ game, quiet: true });
  const outcome = { winner: '0' };
  client.events.endGame(outcome);
  outcome.winner = '1';
  assert.deepEqual(client.getState().ctx.gameover, { winner: '0' });
});

test('a value that JSON cannot represent is passed on with a warning', () => {
  const circular = { name: 'ring' };
  circular.self = circular;
  const proxy = new Proxy({}, { ownKeys() { throw new Error('no'); } });
  const deep = Array.from({ length: 100 }).reduce((inner) => [inner], 'core');
  const client = Client({ game });
  const say = (value) => capture(() => client.moves.see(value)).printed;
  assert.deepEqual(say(new Map([['a', 1]])), ['rondel: moves.see: argument 1: a Map cannot be serialised: a master would receive another value']);
  assert.deepEqual(client.getState().G.form, ['a']);
  assert.deepEqual(say({ when: [new Date()] }), ['rondel: moves.see: argument 1.when[0]: a Date cannot be serialised: a master would receive another value']);
  assert.match(say(circular)[0], /argument 1\.self: an object that contains itself/);
  assert.match(say(proxy)[0], /argument 1: an unreadable value/);
  assert.match(say(NaN)[0], /argument 1: NaN/);
  for (const value of [deep, { a: undefined }, undefined, null, 1, 'text', Object.create(null)]) assert.deepEqual(say(value), []);
});

test('a list that ends in holes is not copied: a copy of four thousand million holes takes seconds and a gigabyte', () => {
  const client = Client({ game, debug: false });
  const list = ['a'];
  list.length = 3;
  client.events.endGame(list);
  assert.equal(client.getState().ctx.gameover, list);
});

test('an argument with a member __proto__ is copied unchanged and changes no prototype', () => {
  const client = Client({ game, quiet: true });
  client.moves.keep(JSON.parse('{"__proto__": {"admin": true}, "a": 1}'));
  const { form } = client.getState().G;
  assert.deepEqual([Object.keys(form).sort(), form.admin], [['__proto__', 'a'], undefined]);
});

test('Local recognizes a game that went through reactive', (t) => {
  const page = { game: { ...game } };
  const clients = [page.game, reactive(page).game].map((one, i) => Client({
    game: one, playerID: String(i), matchID: t.name, multiplayer: Local(), quiet: true,
  }));
  for (const client of clients) client.start();
  t.after(() => clients.forEach((client) => client.stop()));
  clients[0].moves.keep('told');
  assert.deepEqual(clients.map((client) => client.getState().G.form), ['told', 'told']);
});
