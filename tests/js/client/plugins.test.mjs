// Plugins, compared with boardgame.io 0.50.2: which of their functions are called, in which order, and with what effect.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { PluginPlayer } from 'rondel/plugins';
import { MockRandom } from 'rondel/testing';
import bgio from 'boardgame.io/dist/cjs/client.js';
import bgioPlugins from 'boardgame.io/dist/cjs/plugins.js';
import { quietly } from '../support/console.mjs';
import { throughJSON } from '../support/json.mjs';
import { both, counter } from './support.mjs';

/** A plugin that records its calls, their order and their fields. */
function noting(calls, name, extra = {}) {
  const note = (what) => (context) => calls.push(`${name}.${what} ${Object.keys(context).filter((key) => key !== 'api' || what !== 'api').sort()}`);
  return {
    name,
    setup: (context) => { note('setup')(context); return { n: 0 }; },
    api: (context) => { note('api')(context); return { data: context.data, for: context.playerID }; },
    flush: (context) => { note('flush')(context); return { n: context.data.n + 1 }; },
    isInvalid: (context) => { note('isInvalid')(context); return false; },
    fnWrap: (method, type) => (context, ...args) => {
      calls.push(`${name} before ${type}`);
      const result = method(context, ...args);
      calls.push(`${name} after ${type}`);
      return result;
    },
    ...extra,
  };
}

test('setup, api, fnWrap, flush and isInvalid are called in boardgame.io’s order', () => {
  const story = (Client) => {
    const calls = [];
    const hook = (name) => () => { calls.push(name); };
    const client = Client({
      game: {
        ...counter(),
        plugins: [noting(calls, 'one'), noting(calls, 'two')],
        turn: { onBegin: hook('onBegin'), onEnd: hook('onEnd'), onMove: hook('onMove') },
        phases: { P: { start: true, onBegin: hook('phase.onBegin'), onEnd: hook('phase.onEnd') } },
        onEnd: hook('game.onEnd'),
      },
      debug: false, quiet: true,
    });
    client.moves.add(1);
    calls.push('--');
    client.events.endTurn();
    calls.push('--');
    quietly(() => client.moves.refuse());
    calls.push('--');
    client.undo();
    client.events.endPhase();
    client.events.endGame();
    return calls;
  };
  const expected = story(bgio.Client);
  assert.deepEqual(story(Client), expected);
  assert.ok(expected.includes('two after TURN_ON_MOVE'));
});

test('the api is in the context of moves, hooks and setup, and the data is what flush returned', () => {
  both((Client) => {
    const seen = [];
    const look = (where) => ({ bank }) => { seen.push(`${where} ${bank.balance()}`); };
    const client = Client({
      game: {
        setup: (context) => { look('setup')(context); return {}; },
        moves: { pay: ({ bank }, amount) => { bank.pay(amount); } },
        turn: { onMove: look('onMove'), onEnd: look('onEnd'), onBegin: look('onBegin') },
        plugins: [bank()],
      },
      debug: false, quiet: true,
    });
    client.moves.pay(5);
    client.moves.pay(2);
    client.undo();
    client.moves.pay(1);
    client.events.endTurn();
    return [...seen, client.getState().plugins.bank.data];
  }, ['setup 0', 'onBegin 0', 'onMove 5', 'onMove 7', 'onMove 6', 'onEnd 6', 'onBegin 6', { balance: 6 }]);
});

/** A plugin with data of its own. */
function bank(extra = {}) {
  return {
    name: 'bank',
    setup: () => ({ balance: 0 }),
    api: ({ data }) => {
      let { balance } = data;
      return { pay: (amount) => { balance += amount; }, balance: () => balance };
    },
    flush: ({ api }) => ({ balance: api.balance() }),
    ...extra,
  };
}

test('fnWrap may change the result of a move; the game’s plugins wrap outside the core ones', () => {
  both((Client) => {
    const client = Client({
      game: {
        ...counter(),
        plugins: [
          { name: 'double', fnWrap: (method, type) => (context, ...args) => (type === 'MOVE' ? { ...method(context, ...args), doubled: true } : method(context, ...args)) },
          { name: 'sign', fnWrap: (method, type) => (context, ...args) => {
            const G = method(context, ...args);
            return type === 'MOVE' ? { ...G, sign: `${G.n} ${G.doubled} ${Object.isFrozen(G)}` } : G;
          } },
        ],
      },
      debug: false, quiet: true,
    });
    client.moves.add(4);
    return client.getState().G;
  }, { n: 4, doubled: true, sign: '4 true false' });
});

test('isInvalid refuses the whole action with its message', () => {
  const game = () => ({ ...counter(), moves: { ...counter().moves, pay: ({ G, bank }, amount) => { G.n += 1; bank.pay(-amount); } }, plugins: [bank({ isInvalid: ({ data }) => data.balance < 0 && 'overdrawn' })] });
  both((Client) => quietly(() => {
    const client = Client({ game: game(), debug: false, quiet: true });
    client.moves.pay(-5);
    client.moves.pay(6);
    client.moves.pay(4);
    const { G, plugins, _stateID, log } = client.getState();
    return { G, data: plugins.bank.data, _stateID, entries: log.length };
  }), { G: { n: 2 }, data: { balance: 1 }, _stateID: 2, entries: 2 });
  const client = Client({ game: game() });
  const handle = quietly(() => client.moves.pay(1));
  assert.equal(handle.error.type, 'action/plugin_invalid');
  assert.match(`${handle.error.message} ${JSON.stringify(handle.error.payload)}`, /overdrawn/);
});

test('dangerouslyFlushRawState may change the state as a whole', () => {
  both((Client) => {
    const client = Client({
      game: {
        ...counter(),
        plugins: [{
          name: 'raw',
          setup: () => ({ flushed: 0 }),
          api: () => ({}),
          dangerouslyFlushRawState: ({ state, data }) => ({
            ...state,
            G: { ...state.G, turns: state.ctx.turn },
            plugins: { ...state.plugins, raw: { data: { flushed: data.flushed + 1 } } },
          }),
        }],
      },
      debug: false, quiet: true,
    });
    client.moves.add(1);
    client.events.endTurn();
    const { G, plugins } = client.getState();
    return [G, plugins.raw.data];
  }, [{ n: 1, turns: 2 }, { flushed: 3 }]);
});

test('playerView hides a plugin’s data from the seat', () => {
  both((Client) => {
    const client = Client({
      game: { ...counter(), plugins: [bank({ playerView: ({ data, playerID }) => (playerID === '0' ? data : { hidden: true }) })] },
      debug: false, quiet: true,
    });
    const views = [client.getState().plugins.bank.data];
    client.updatePlayerID('0');
    views.push(client.getState().plugins.bank.data);
    return views;
  }, [{ hidden: true }, { balance: 0 }]);
});

test('the client dispatches a plugin’s actions', () => {
  both((Client) => {
    const client = Client({
      game: { ...counter(), plugins: [bank({ action: (data, { type, args, playerID }) => ({ balance: data.balance + args[0], by: `${type} ${playerID}` }) }), { name: 'mute' }] },
      debug: false, quiet: true,
    });
    client.plugins.bank(3);
    client.updatePlayerID('1');
    client.plugins.bank(4);
    client.plugins.mute(4);
    return [client.getState().plugins.bank.data, Object.keys(client.plugins).sort(), client.log.length];
  }, [{ balance: 7, by: 'bank 1' }, ['bank', 'mute'], 0]);
});

test('noClient has no effect in single-player mode', () => {
  both((Client) => {
    const client = Client({ game: { ...counter(), plugins: [bank({ noClient: () => true })] }, debug: false, quiet: true });
    client.moves.add(1);
    return client.getState().G.n;
  }, 1);
});

test('the caller gets an exception in a plugin, and the state does not change', () => {
  for (const place of ['api', 'flush', 'isInvalid', 'action', 'fnWrap']) {
    const mine = new Error(place);
    let armed = false;
    const plugin = bank();
    const original = plugin[place];
    plugin[place] = place === 'fnWrap'
      ? (method) => (...args) => { if (armed) throw mine; return method(...args); }
      : (...args) => { if (armed) throw mine; return original?.(...args); };
    const client = Client({ game: { ...counter(), plugins: [plugin] } });
    client.moves.add(1);
    armed = true;
    assert.throws(() => (place === 'action' ? client.plugins.bank(1) : client.moves.add(1)), (error) => error === mine, place);
    armed = false;
    assert.equal(client.getState().G.n, 1, place);
    client.moves.add(1);
    assert.equal(client.getState().G.n, 2, place);
  }
});

test('PluginPlayer keeps a state for each player, as boardgame.io’s', () => {
  const story = (Client, plugin) => {
    const client = Client({
      game: {
        moves: {
          gain: ({ G, player }, points) => {
            player.set({ ...player.get(), points });
            G.opponent = player.opponent?.get() ?? null;
          },
          steal: ({ player }) => { player.opponent.set({ points: -1 }); },
        },
        turn: { maxMoves: 1 },
        plugins: [plugin({ setup: (id) => ({ id, points: 0 }), playerView: (players, id) => (id ? { [id]: players[id] } : players) })],
      },
      debug: false, quiet: true,
    });
    const seen = [];
    const look = () => seen.push(throughJSON([client.getState().plugins.player.data, client.getState().G]));
    look();
    client.moves.gain(3);
    look();
    client.moves.gain(4);
    look();
    client.moves.steal();
    look();
    client.updatePlayerID('1');
    look();
    return seen;
  };
  const expected = story(bgio.Client, bgioPlugins.PluginPlayer);
  assert.deepEqual(story(Client, PluginPlayer), expected);
});

test('under compat, undo and refusals change PluginPlayer’s states in one page as in boardgame.io, the opponent’s too', () => {
  const story = (Client, plugin, compat) => {
    const client = Client({
      game: {
        ...compat,
        moves: {
          gain: ({ player }, points) => { player.set({ points }); },
          steal: ({ player }, points) => { player.opponent.set({ points }); },
          refuse: ({ player }) => { player.set({ points: 99 }); return 'INVALID_MOVE'; },
          look: ({ G, player }) => { G.seen = [player.get(), player.opponent.get()]; },
        },
        plugins: [plugin({ setup: () => ({ points: 0 }) })],
      },
      debug: false, quiet: true,
    });
    const seen = [];
    const { gain, steal, refuse, look } = client.moves;
    for (const act of [() => gain(1), () => steal(2), client.undo, client.undo, client.redo, refuse, look, () => steal(5), client.events.endTurn, () => gain(4), client.undo, client.reset]) {
      act();
      const { G, plugins } = client.getState();
      seen.push(throughJSON([G, plugins.player.data]));
    }
    return seen;
  };
  const theirs = quietly(() => story(bgio.Client, bgioPlugins.PluginPlayer));
  assert.deepEqual(story(Client, PluginPlayer, { compat: '0.50' }), theirs);
  const ours = story(Client, PluginPlayer);
  assert.deepEqual(ours[2], [{}, { players: { 0: { points: 1 }, 1: { points: 0 } } }], 'without compat, undo brings the opponent’s state back');
  assert.deepEqual(ours[3], [{}, { players: { 0: { points: 0 }, 1: { points: 0 } } }]);
});

test('MockRandom replaces only the methods that it names', () => {
  const client = Client({
    game: {
      seed: 's',
      moves: { roll: ({ G, random }) => { G.six = random.D6(); G.number = random.Number(); } },
      plugins: [MockRandom({ D6: () => 'six' })],
    },
  });
  client.moves.roll();
  const { six, number } = client.getState().G;
  assert.equal(six, 'six');
  assert.ok(number > 0 && number < 1);
  client.moves.roll();
  assert.notEqual(client.getState().G.number, number, 'the generator goes on');
});

for (const [what, change, message] of [
  ['more players than there may be', { numPlayers: 2 ** 31 - 1 }, 'ctx.numPlayers: expected 1 to 1000 players, got 2147483647'],
  ['a phase that nobody knows', { phase: 'nowhere' }, 'ctx.phase: no phase is called "nowhere"'],
  ['a position that the order has not', { playOrderPos: 99 }, 'ctx.playOrderPos: 99 is not a position in a play order of 2'],
]) {
  test(`a plugin that makes a ctx with ${what} is refused; this match and others go on`, () => {
    let isOdd = true;
    const plugin = {
      name: 'odd',
      dangerouslyFlushRawState: ({ state }) => (isOdd && state.G.n > 0 ? { ...state, ctx: { ...state.ctx, ...change } } : state),
    };
    const moves = { add: ({ G }) => { G.n += 1; }, enter: ({ G, events }) => { G.n += 1; events.setPhase('a'); } };
    const game = { setup: () => ({ n: 0 }), phases: { a: {} }, moves };
    const other = Client({ game, debug: false, quiet: true });
    const client = Client({ game: { ...game, plugins: [plugin] }, debug: false, quiet: true });
    const { status, error } = client.moves.add();
    assert.deepEqual([status, error?.message], ['rejected', message]);
    isOdd = false;
    assert.equal(client.moves.enter().status, 'confirmed');
    assert.equal(other.moves.enter().status, 'confirmed');
  });
}

test('a plugin\'s action receives the acting player: the client\'s player, or the current player', () => {
  both((Client) => {
    const seen = [];
    const plugin = { name: 'bell', setup: () => ({}), action: (data, { type, args, playerID }) => { seen.push([type, args, playerID]); return data; } };
    const client = Client({ game: { ...counter(), plugins: [plugin] }, debug: false, quiet: true });
    client.plugins.bell('one');
    client.events.endTurn();
    client.plugins.bell('two');
    client.updatePlayerID('0');
    client.plugins.bell('three');
    return seen;
  }, [['bell', ['one'], '0'], ['bell', ['two'], '1'], ['bell', ['three'], '0']]);
});
