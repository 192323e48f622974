// The hooks for values outside of the state, in React 16 to 19 and in Vue: pending actions, legal moves, players, chat, the last error, time.
import { FRAMEWORKS } from '../support/framework-pages.mjs';
import assert from 'node:assert/strict';
import test, { afterEach, describe, mock } from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';

const NAMES = ['usePending', 'useLegalMoves', 'useMatchData', 'useChat', 'useRefusal'];
/** Longer than a message and its answer take. */
const A_WHILE = 500;

const makeGame = () => ({
  predict: 'flow',
  setup: () => ({ cells: [null, null] }),
  turn: { maxMoves: 1 },
  moves: {
    peek: { client: false, noLimit: true, move: () => {} },
    mark: { move: ({ G, playerID }, cell) => { G.cells[cell] = playerID; }, validate: ({ G }, cell) => G.cells[cell] === null },
  },
  ai: { enumerate: (G) => G.cells.map((_, cell) => ({ move: 'mark', args: [cell] })) },
});

for (const [framework, page] of Object.entries(FRAMEWORKS)) {
  describe(framework, () => {
    const { hooks, act, showHooks: show } = page;
    afterEach(() => page.closeAll());

    /** Two clients at a match with latency. */
    function table(t) {
      const net = network({ latency: 50 });
      const [game, multiplayer] = [makeGame(), Local({ network: net })];
      const clients = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer, quiet: true }));
      t.after(() => { for (const client of clients) client.dispose(); });
      return { net, clients };
    }

    /** Both at their match, and the values of a hook for the first. */
    async function shownAt(t, hook) {
      const { net, clients: [client, other] } = table(t);
      const shown = await show(() => hook(client));
      other.start();
      await act(() => net.run(A_WHILE));
      return { net, client, other, ...shown };
    }

    test('before there is a match the hooks return empty values, and start the client', async (t) => {
      const { clients: [client] } = table(t);
      const texts = [];
      for (const name of NAMES) {
        const { text, close } = await show(() => hooks[name](client));
        assert.notEqual(client.connection.status, 'stopped', name);
        texts.push(text());
        await close();
        assert.equal(client.connection.status, 'stopped', name);
      }
      assert.deepEqual(texts, ['0', '[]', 'nothing', '[]', 'null']);
    });

    test('usePending counts unanswered actions, also if nothing else changes', async (t) => {
      const { net, client, text } = await shownAt(t, hooks.usePending);
      await act(() => { client.moves.mark(0); });
      assert.equal(text(), '1');
      const state = client.getState();
      await act(() => net.run(A_WHILE));
      assert.equal(client.getState(), state);
      assert.equal(text(), '0');
    });

    test('a move that does not show is pending, and nothing is legal until the answer', async (t) => {
      const { net, client, text } = await shownAt(t, (shown) => page.both(hooks.usePending(shown), hooks.useLegalMoves(shown)));
      const shows = () => JSON.parse(text()).map((value) => value?.length ?? value);
      assert.deepEqual(shows(), [0, 2]);
      await act(() => { client.moves.peek(); });
      assert.deepEqual(shows(), [1, 0]);
      await act(() => net.run(A_WHILE));
      assert.deepEqual(shows(), [0, 2]);
    });

    test('legal moves follow the match', async (t) => {
      const { net, client, other, text, renderings } = await shownAt(t, hooks.useLegalMoves);
      assert.equal(text(), '[{"move":"mark","args":[0]},{"move":"mark","args":[1]}]');
      const before = renderings();
      await act(() => { client.sendChatMessage('hello'); return net.run(A_WHILE); });
      assert.equal(renderings(), before);
      await act(() => { client.moves.mark(0); });
      assert.equal(text(), '[]');
      await act(() => net.run(A_WHILE));
      await act(() => { other.moves.mark(1); return net.run(A_WHILE); });
      assert.equal(text(), '[]');
    });

    test('the list of players follows the match', async (t) => {
      const { net, clients: [client, other] } = table(t);
      const { text } = await show(() => hooks.useMatchData(client));
      const here = () => JSON.parse(text()).map(({ isConnected }) => Boolean(isConnected));
      await act(() => net.run(A_WHILE));
      assert.deepEqual(here(), [true, false]);
      await act(() => { other.start(); return net.run(A_WHILE); });
      assert.deepEqual(here(), [true, true]);
    });

    test('the chat follows the match', async (t) => {
      const { net, other, text } = await shownAt(t, hooks.useChat);
      await act(() => { other.sendChatMessage('well met'); return net.run(A_WHILE); });
      assert.deepEqual(JSON.parse(text()).map(({ sender, payload }) => [sender, payload]), [['1', 'well met']]);
    });

    test('the chat includes messages from before the client joined', async (t) => {
      const { net, clients: [client, other] } = table(t);
      other.start();
      await net.run(A_WHILE);
      other.sendChatMessage('well met');
      await net.run(A_WHILE);
      const { text } = await show(() => hooks.useChat(client));
      await act(() => net.run(A_WHILE));
      assert.deepEqual(JSON.parse(text()).map(({ sender, payload }) => [sender, payload]), [['1', 'well met']]);
    });

    test('the last error lasts until an action succeeds', async (t) => {
      const { net, client, text } = await shownAt(t, hooks.useRefusal);
      await act(() => { client.moves.mark(7); });
      assert.match(JSON.parse(text()).type, /^action\//);
      await act(() => { client.moves.mark(0); return net.run(A_WHILE); });
      assert.equal(text(), 'null');
    });

    test('useClock counts the seconds, then the tenths, and follows the turns', async () => {
      let steady = performance.now();
      mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
      mock.method(performance, 'now', () => steady);
      const client = Client({ game: { turn: { time: 11_500 }, moves: {} }, quiet: true });
      try {
        const [shown, other, untimed] = [
          await show(() => hooks.useClock(client)), await show(() => hooks.useClock(client, '1')),
          await show(() => hooks.useClock(Client({ game: makeGame(), quiet: true }))),
        ];
        const texts = [];
        for (const ms of [0, 499, 2, 1000, 101, 9890, 8]) {
          steady += ms;
          await act(() => { mock.timers.tick(ms); });
          texts.push(`${shown.text()} ${other.text()}`);
        }
        assert.deepEqual(texts, [
          '12000 null', '12000 null', '11000 null', '10000 null', '9900 null', '100 null', '12000 12000',
        ]);
        const renderings = shown.renderings();
        await shown.close();
        steady += 5000;
        await act(() => { mock.timers.tick(5000); });
        assert.equal(shown.renderings(), renderings);
        assert.equal(untimed.text(), 'null');
      } finally {
        client.dispose();
        mock.timers.reset();
        mock.restoreAll();
      }
    });

    test('in a board of `Client`, useClock needs no client', async () => {
      const game = { turn: { time: 20_000 }, moves: { go: ({ events }) => events.endTurn() } };
      const board = page.component(() => page.both(hooks.useClock(), hooks.useClock('1')));
      const { text } = await page.show(hooks.Client({ game, board, debug: false, quiet: true }));
      const [left, other] = JSON.parse(text());
      assert.ok(left > 0 && left <= 20_000, text());
      assert.equal(other, null);
      let thrown;
      await page.show(page.component(() => {
        try {
          return hooks.useClock('0');
        } catch (error) {
          thrown = error;
          return null;
        }
      }));
      assert.match(String(thrown), /useClock: no client: pass one as the first argument/);
    });

    test('the hooks also follow a match in one page', async () => {
      const client = Client({ game: makeGame(), quiet: true });
      const pages = [];
      for (const name of NAMES) pages.push(await show(() => hooks[name](client)));
      await act(() => { client.moves.mark(0); client.moves.mark(0); });
      const [pending, legal, data, chat, refusal] = pages.map(({ text }) => text());
      assert.deepEqual([pending, legal, data, chat], ['0', '[{"move":"mark","args":[1]}]', 'nothing', '[]']);
      assert.equal(JSON.parse(refusal).type, 'action/invalid_move');
      client.dispose();
    });
  });
}
