// `useEffectListener` and `useEffectQueue` in React 16 to 19 and in Vue: when a component receives effects, and how long its next state waits.
import { FRAMEWORKS } from '../support/framework-pages.mjs';
import assert from 'node:assert/strict';
import test, { afterEach, beforeEach, describe, mock } from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { reportedBy } from '../support/console.mjs';
import { nextTask } from '../support/tasks.mjs';

/** `play(n, ...effects)` sets `n` and emits effects: each a list of arguments. */
const playing = () => ({
  setup: () => ({ n: 0, secret: 7 }),
  playerView: ({ G }) => ({ ...G, secret: 0 }),
  turn: { activePlayers: { all: null } },
  moves: {
    play: ({ G, effects }, n, ...emits) => {
      G.n = n;
      for (const emit of emits) effects.emit(...emit);
    },
    reveal: ({ G, effects }) => {
      effects.emit('begin', undefined, { duration: 300 });
      effects.emit('reveal', G.secret, { duration: 200 });
      G.n = 5;
    },
    refused: ({ G, effects }) => {
      G.n = 9;
      effects.emit('begin', undefined, { duration: 300 });
      effects.emit('late');
      if (G.secret === 7) return 'INVALID_MOVE';
    },
  },
});

const long = (name, duration = 300, at = undefined) => [name, null, { duration, at }];

for (const [framework, page] of Object.entries(FRAMEWORKS)) {
  describe(framework, () => {
    const { hooks, act, showHooks, valueOf } = page;
    let clients = [];
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(async () => {
      await page.closeAll();
      for (const client of clients.splice(0)) client.dispose();
      mock.timers.reset();
      mock.restoreAll();
    });

    function open(options) {
      const client = Client({ game: playing(), debug: false, quiet: true, ...options });
      clients.push(client);
      return client;
    }

    /** Lets time pass. */
    const wait = (ms) => act(() => { mock.timers.tick(ms); });

    /** A component that paces and notes its effects: their names, with `not` before those that are taken back, and a `0` behind those without a duration. */
    async function pacing(client, options = {}) {
      const heard = [];
      let skip;
      const shown = await showHooks(() => {
        const queue = hooks.useEffectQueue(client, options);
        hooks.useEffectListener(client, '*', (_data, { name, duration }) => {
          heard.push(duration === 0 ? `${name} 0` : name);
          return () => { heard.push(`not ${name}`); };
        });
        ({ skip } = queue);
        return page.both(queue.state, queue.playing);
      }, options.show);
      const state = () => {
        const [{ G }, isPlaying] = JSON.parse(shown.text());
        return `${G.n}${isPlaying ? ' playing' : ''}`;
      };
      return { ...shown, state, heard, skip: () => act(() => skip()) };
    }

    test('a listener gets its effects once, after the component has rendered their state, until it is removed', async () => {
      const client = open();
      const heard = [];
      const { text, close } = await showHooks(() => {
        const state = hooks.useGame(client, ({ G }) => G.n);
        hooks.useEffectListener(client, 'boom', (data, info) => { heard.push([data, info.name, info.duration, text()]); });
        return state;
      }, { strict: true });
      // In tests, React 18 renders at the end of `act`.
      globalThis.IS_REACT_ACT_ENVIRONMENT = false;
      try {
        client.moves.play(3, ['boom', 'a', { duration: 100 }], ['other'], ['boom', 'b', { at: 2000 }]);
        await nextTask();
      } finally {
        globalThis.IS_REACT_ACT_ENVIRONMENT = true;
      }
      assert.deepEqual(heard.splice(0), [['a', 'boom', 100, '3'], ['b', 'boom', 0, '3']]);
      await close();
      client.moves.play(4, ['boom']);
      await wait(0);
      assert.deepEqual(heard, []);
    });

    test('a listener starts its client, and follows another one', async () => {
      const [one, other] = [open({ multiplayer: Local(), playerID: '0' }), open({ multiplayer: Local(), playerID: '0' })];
      const heard = [];
      for (const client of [one, other]) {
        const { close } = await showHooks(() => hooks.useEffectListener(client, 'boom', (data) => { heard.push(data); }) ?? '');
        assert.notEqual(client.connection.status, 'stopped');
        await act(() => { one.moves.play(1, ['boom', 'one']); other.moves.play(1, ['boom', 'other']); });
        await close();
        assert.equal(client.connection.status, 'stopped');
      }
      assert.deepEqual(heard, ['one', 'other']);
    });

    test('a listener that throws does not disturb others', async () => {
      const client = open();
      const heard = [];
      await showHooks(() => {
        hooks.useEffectListener(client, 'boom', () => { throw new Error('broken listener'); });
        hooks.useEffectListener(client, 'boom', () => { heard.push('boom'); });
        return '';
      });
      const reports = await reportedBy(() => act(() => { client.moves.play(1, ['boom']); }));
      assert.deepEqual([heard, reports.map(({ message }) => message)], [['boom'], ['broken listener']]);
    });

    test('effects begin at their moments, and the next state waits until they have ended', async () => {
      const client = open();
      const { state, heard } = await pacing(client);
      await act(() => { client.moves.play(1, long('a'), long('b', 200), long('c', 100, 350)); });
      await act(() => { client.moves.play(2); });
      assert.deepEqual([state(), heard], ['1 playing', ['a']]);
      await wait(299);
      assert.deepEqual(heard, ['a']);
      await wait(1);
      assert.deepEqual(heard, ['a', 'b']);
      await wait(50);
      assert.deepEqual(heard, ['a', 'b', 'c']);
      await wait(149);
      assert.equal(state(), '1 playing');
      await wait(1);
      assert.deepEqual([state(), client.getState().G.n], ['2', 2]);
    });

    test('actions that come meanwhile play one after the other, each after its state', async () => {
      const client = open();
      const { state, heard } = await pacing(client);
      await act(() => {
        client.moves.play(1, long('a'));
        client.moves.play(2, long('b'));
        client.moves.play(3);
        client.moves.play(4, ['c']);
        client.moves.play(5, long('d'));
      });
      const seen = [];
      for (let i = 0; i < 4; i += 1) {
        seen.push(`${state()}: ${heard.splice(0)}`);
        await wait(300);
      }
      assert.deepEqual(seen, ['1 playing: a', '2 playing: b', '5 playing: c 0,d', '5: ']);
    });

    test('without a component that paces nothing waits, and others than that do not wait either', async () => {
      const client = open();
      const heard = [];
      const game = await showHooks(() => hooks.useGame(client, ({ G }) => G.n));
      const { close } = await pacing(client);
      await showHooks(() => hooks.useEffectListener(client, '*', (_data, { name, duration }) => { heard.push(`${name} ${duration}`); }) ?? '');
      await act(() => { client.moves.play(1, long('a'), long('b')); client.moves.play(2); });
      assert.deepEqual([game.text(), heard], ['2', ['a 300']]);
      await close();
      await act(() => {});
      assert.deepEqual(heard.splice(0), ['a 300', 'b 0']);
      await act(() => { client.moves.play(3, long('a'), long('b')); });
      assert.deepEqual(heard, ['a 300', 'b 300']);
    });

    test('a state waits no longer than the limit: then all the rest is shown at once', async () => {
      const client = open();
      const { state, heard } = await pacing(client, { limit: 1000 });
      await act(() => { client.moves.play(1, long('a', 700)); });
      await wait(500);
      await act(() => { client.moves.play(2, long('b', 700)); client.moves.play(3, long('c', 1e12)); });
      await wait(999);
      assert.deepEqual([state(), heard], ['2 playing', ['a', 'b']]);
      await wait(1);
      assert.deepEqual([state(), heard], ['3', ['a', 'b', 'c 0']]);
    });

    test('skip ends the waiting at once', async () => {
      const client = open();
      const { state, heard, skip } = await pacing(client);
      await skip();
      await act(() => { client.moves.play(1, long('a'), long('b')); client.moves.play(2, long('c')); });
      await skip();
      assert.deepEqual([state(), heard.splice(0)], ['2', ['a', 'b 0', 'c 0']]);
      await wait(10_000);
      await act(() => { client.moves.play(3, long('d')); });
      assert.deepEqual([state(), heard], ['3 playing', ['d']]);
    });

    test('with reduced motion, and in a hidden page, effects take no time', async (t) => {
      const client = open();
      const chosen = await pacing(client, { reducedMotion: true });
      await act(() => { client.moves.play(1, long('a'), long('b')); });
      assert.deepEqual([chosen.state(), chosen.heard], ['1', ['a 0', 'b 0']]);
      await chosen.close();

      globalThis.matchMedia = (query) => ({ matches: query.includes('prefers-reduced-motion: reduce') });
      t.after(() => { delete globalThis.matchMedia; });
      const { state, heard } = await pacing(client);
      await act(() => { client.moves.play(2, long('a')); });
      assert.deepEqual([state(), heard.splice(0)], ['2', ['a 0']]);
      globalThis.matchMedia = () => ({ matches: false });
      await act(() => { client.moves.play(3, long('a'), long('b')); client.moves.play(4, long('c')); });
      assert.deepEqual([state(), heard.splice(0)], ['3 playing', ['a']]);

      const visibility = mock.getter(document, 'visibilityState', () => 'hidden');
      await act(() => { document.dispatchEvent(new window.Event('visibilitychange')); });
      assert.deepEqual([state(), heard.splice(0)], ['4', ['b 0', 'c 0']]);
      await act(() => { client.moves.play(5, long('a')); });
      assert.deepEqual([state(), heard], ['5', ['a 0']]);
      visibility.mock.restore();
    });

    test('a component that StrictMode mounts twice paces, and ends with its timers', async () => {
      const client = open();
      const { state, heard, close } = await pacing(client, { show: { strict: true } });
      await act(() => { client.moves.play(1, long('a'), long('b')); client.moves.play(2); });
      assert.deepEqual([state(), heard], ['1 playing', ['a']]);
      await wait(600);
      assert.deepEqual([state(), heard], ['2', ['a', 'b']]);
      await close();
      assert.equal(client.moves.play(3, long('a')).status, 'confirmed');
      await wait(1000);
      assert.deepEqual(heard, ['a', 'b']);
    });

    /** Two pages of a match with latency. `run` lets time pass there. */
    async function online(playerID = '0') {
      const net = network({ latency: 50 });
      const [game, multiplayer] = [playing(), Local({ network: net })];
      const [client, other] = ['0', '1'].map((id) => open({ game, multiplayer, playerID: id }));
      const shown = await pacing(playerID === '0' ? client : other);
      for (const one of [client, other]) one.start();
      const run = (ms) => act(() => net.run(ms));
      await run(500);
      return { client, other, net, run, ...shown };
    }

    test('a refused prediction is taken back, what had not begun never begins, and the state returns at once', async () => {
      const { client, run, state, heard } = await online();
      await act(() => { client.moves.refused(); });
      assert.deepEqual([state(), heard.splice(0)], ['9 playing', ['begin']]);
      await run(500);
      assert.deepEqual([state(), heard.splice(0)], ['0', ['not begin']]);
      await wait(10_000);
      assert.deepEqual(heard, []);
    });

    test('the outcome of an action replaces a prediction, before and after it has begun', async () => {
      const { client, run, state, heard } = await online();
      await act(() => { client.moves.reveal(); });
      await run(500);
      assert.deepEqual([state(), heard.splice(0)], ['5 playing', ['begin']]);
      await wait(300);
      assert.deepEqual(heard.splice(0), ['reveal']);
      await wait(200);
      assert.equal(state(), '5');
      await act(() => { client.moves.reveal(); });
      await wait(300);
      await run(500);
      assert.deepEqual(heard.splice(0), ['begin', 'reveal', 'not reveal', 'reveal']);
      await wait(199);
      assert.equal(state(), '5 playing');
      await wait(1);
      assert.equal(state(), '5');
    });

    test('actions that arrive together after a reconnect play one after the other', async () => {
      const { client, net, run, state, heard } = await online('1');
      await act(() => net.disconnect());
      await run(10);
      await act(() => { client.moves.play(1, long('a')); client.moves.play(2, long('b'), ['c']); });
      await act(() => net.reconnect());
      await run(20_000);
      assert.deepEqual([state(), heard], ['2 playing', ['a']]);
      await wait(300);
      assert.deepEqual([state(), heard], ['2 playing', ['a', 'b']]);
      await wait(300);
      assert.deepEqual([state(), heard], ['2', ['a', 'b', 'c 0']]);
    });

    test('another seat or match is shown at once, without the effects of the one before', async () => {
      const client = open({ playerID: '0' });
      const { state, heard } = await pacing(client);
      await act(() => { client.moves.play(1, long('a'), long('b')); client.moves.play(2, long('c')); });
      await act(() => client.updatePlayerID('1'));
      assert.deepEqual([state(), heard.splice(0)], ['2', ['a']]);
      await wait(5000);
      await act(() => { client.moves.play(3, long('d')); });
      assert.deepEqual([state(), heard], ['3 playing', ['d']]);
      await act(() => client.reset());
      assert.equal(state(), '0');
    });

    test('in a board of `Client` the hooks know the client, elsewhere they say what is missing', async () => {
      const heard = [];
      let client;
      const board = page.component(() => {
        const queue = hooks.useEffectQueue({ limit: 2000 });
        hooks.useEffectListener('boom', (data) => { heard.push(data); });
        return page.both(queue.state, queue.playing);
      });
      const props = board.setup ? { ...board, props: ['moves'], setup: (given) => { client = given; return board.setup(); } } : (given) => { client = given; return board(); };
      const { text } = await page.show(hooks.Client({ game: playing(), board: props, debug: false, quiet: true }));
      await act(() => { client.moves.play(1, ['boom', 'a', { duration: 100 }]); client.moves.play(2); });
      assert.deepEqual([JSON.parse(text())[0].G.n, heard], [1, ['a']]);
      await wait(100);
      assert.equal(JSON.parse(text())[0].G.n, 2);

      for (const use of [() => hooks.useEffectListener('boom', () => {}), () => hooks.useEffectQueue()]) {
        let thrown;
        const noting = () => {
          try {
            return valueOf(use().state);
          } catch (error) {
            thrown = error;
            return 'failed';
          }
        };
        await page.show(page.component(noting));
        assert.equal(thrown.code, 'client/context');
      }
    });
  });
}
