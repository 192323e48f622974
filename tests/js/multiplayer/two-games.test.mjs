// Two games on one page, or in two tabs of one origin: neither uses the other's matches.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { createMatch } from 'rondel/internal';
import { Broadcast, Local, localMatches } from 'rondel/multiplayer';
import { InMemory, LocalStorage } from '../../../pkg/lib/online/storage/storage.js';
import { capture, silence } from '../support/console.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { until } from '../support/tasks.mjs';
import { browser } from './browsers.mjs';

const game = (name, more = {}) => ({ ...(name && { name }), setup: () => ({ of: name, n: 0 }), moves: { add: ({ G }) => { G.n += 1; } }, ...more });

/** Clients that are stopped after the test. */
function seating(t) {
  const clients = [];
  t.after(() => clients.forEach((client) => client.dispose()));
  return (rules, multiplayer = Local({ persist: true }), options = {}) => {
    const client = Client({ game: rules, playerID: '0', multiplayer, debug: false, quiet: true, ...options });
    clients.push(client);
    client.start();
    return client;
  };
}

test('two games that persist their matches may have the same match ID, in two tabs at once', (t) => {
  withLocalStorage(t);
  const sit = seating(t);
  const [one, two] = [sit(game('one')), sit(game('two'))];
  one.moves.add();
  two.moves.add();
  one.moves.add();
  // Other tabs have other masters.
  const [oneAgain, twoAgain] = [sit(game('one')), sit(game('two'))];
  assert.deepEqual([oneAgain.getState().G, twoAgain.getState().G], [{ of: 'one', n: 2 }, { of: 'two', n: 1 }]);
  oneAgain.moves.add();
  two.moves.add();
  assert.deepEqual([sit(game('one')).getState().G.n, sit(game('two')).getState().G.n], [3, 2]);
});

test('similar names of games and keys are distinguished', (t) => {
  withLocalStorage(t);
  const sit = seating(t);
  const ways = [['a:b', 'k'], ['b', 'k:a'], ['a%3Ab', 'k'], ['b', 'k']];
  for (const [name, storageKey] of ways) sit(game(name), Local({ persist: true, storageKey })).moves.add();
  for (const [name, storageKey] of ways) {
    assert.deepEqual(sit(game(name), Local({ persist: true, storageKey })).getState().G, { of: name, n: 1 });
  }
});

test("a match that boardgame.io stored continues in place, for its own game only", (t) => {
  const { texts } = withLocalStorage(t);
  const shared = new LocalStorage();
  shared.createMatch('default', createMatch({ game: game('one') }));
  const sit = seating(t);
  sit(game('one')).moves.add();
  assert.deepEqual([shared.fetch('default', { state: true }).state.G, texts.has('bgio:one_state')], [{ of: 'one', n: 1 }, false]);
  const before = texts.get('bgio_state');
  sit(game('two')).moves.add();
  assert.equal(texts.get('bgio_state'), before);
  assert.deepEqual([sit(game('one')).getState().G, sit(game('two')).getState().G], [{ of: 'one', n: 1 }, { of: 'two', n: 1 }]);
});

test('games without a name share their stored matches, and development says so', (t) => {
  withLocalStorage(t);
  const sit = seating(t);
  const { result, printed } = capture(() => {
    sit(game(), undefined, { quiet: false }).moves.add();
    return sit(game()).getState();
  });
  assert.equal(result.G.n, 1);
  assert.match(printed.join(), /rondel: Local\(\{ persist: true \}\): a game without a name shares its matches .* give it a `name`/);
});

test('a page puts an unreadable match away, and back', async (t) => {
  const { texts } = withLocalStorage(t);
  const sit = seating(t);
  const rules = () => game('one', { phases: { early: { start: true } } });
  sit(rules()).moves.add();
  const before = texts.get('bgio:one_state');
  const refused = sit(game('one'));
  await until(() => refused.moves.add().error?.type === 'match/refused');
  assert.deepEqual([refused.getState(), refused.moves.add().error.message], [null, 'ctx.phase: no phase is called "early"']);
  refused.dispose();
  assert.equal(texts.get('bgio:one_state'), before);

  const matches = localMatches({ game: game('one') });
  const id = matches.quarantine('default');
  assert.deepEqual(matches.listQuarantined().map(({ id, matchID }) => [id, matchID]), [[id, 'default']]);
  const anew = sit(game('one'));
  anew.moves.add();
  assert.equal(matches.restoreQuarantined(id), false);
  anew.dispose();
  localMatches({ game: game('one') }).quarantine('default');
  assert.equal(matches.restoreQuarantined(id), true);
  assert.deepEqual([texts.get('bgio:one_state'), sit(rules()).getState().G.n], [before, 1]);
  assert.equal(matches.quarantine('another'), undefined);
});

test('a stored value that is not a list is put away unchanged, and back', (t) => {
  const { texts } = withLocalStorage(t);
  const sit = seating(t);
  sit(game('one')).moves.add();
  texts.set('bgio:one_state', texts.get('bgio:one_state').slice(0, -1));
  const before = [...texts].sort();
  assert.equal(sit(game('one')).getState(), null);
  assert.deepEqual([...texts].sort(), before);
  const matches = localMatches({ game: game('one') });
  const id = matches.quarantine('default');
  assert.deepEqual(sit(game('one')).getState().G, { of: 'one', n: 0 });
  matches.quarantine('default');
  assert.equal(matches.restoreQuarantined(id), true);
  assert.deepEqual([texts.get('bgio:one_state')], [before.find(([key]) => key === 'bgio:one_state')[1]]);
});

test('a match goes on after any change to the lists that all games share, and other games put those away', (t) => {
  const { texts } = withLocalStorage(t);
  silence(t);
  const sit = seating(t);
  sit(game('one')).moves.add();
  texts.set('bgio_state', 'no list');
  sit(game('one')).moves.add();
  assert.equal(sit(game('one')).getState().G.n, 2);
  assert.equal(sit(game('one'), undefined, { matchID: 'new' }).getState(), null);
  const matches = localMatches({ game: game('one') });
  const id = matches.quarantine('new');
  assert.deepEqual(matches.listQuarantined().map((kept) => [kept.id, kept.matchID]), [[id, 'new']]);
  assert.deepEqual([texts.get('bgio_state'), sit(game('one'), undefined, { matchID: 'new' }).getState().G.n], ['[]', 0]);
});

test('a match that an earlier version has put away is listed and put back', (t) => {
  const { texts } = withLocalStorage(t);
  const { initialState, metadata } = createMatch({ game: game('one') });
  const aside = (n) => JSON.stringify({ state: { ...initialState, G: { n } }, initial: initialState, metadata });
  texts.set('bgio_unreadable_default', aside(7));
  texts.set('bgio_unreadable_default_2', aside(8));
  texts.set('bgio_unreadable_a_2', aside(9));
  const matches = localMatches({ game: game('one') });
  assert.deepEqual(matches.listQuarantined().map(({ matchID }) => matchID).sort(), ['a_2', 'default', 'default']);
  assert.equal(matches.restoreQuarantined('bgio_unreadable_default_2'), true);
  assert.equal(matches.restoreQuarantined('bgio_unreadable_default'), false);
  assert.equal(seating(t)(game('one')).getState().G.n, 8);
  assert.equal(matches.restoreQuarantined('bgio_state'), false);
});

test('Broadcast refuses tabs of another game over one storage', async (t) => {
  const world = browser().openTab();
  const storage = new InMemory();
  const sit = seating(t);
  const one = sit(game('one'), Broadcast({ storage }, world));
  await until(() => one.getState());
  const two = sit(game('two'), Broadcast({ storage }, world));
  await until(() => two.moves.add().error?.type === 'match/not_found');
  assert.equal(two.getState(), null);
});
