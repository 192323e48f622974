// The hooks of rondel/effects/react, in React 16 to 19: a board that is wrapped, its listeners and its queue.
import '../support/dom.mjs';
import assert from 'node:assert/strict';
import test, { afterEach, before, beforeEach, describe, mock } from 'node:test';
import { EffectsPlugin } from 'rondel/effects';
import { reactOf, VERSIONS } from '../support/react.mjs';

const config = { effects: { long: { create: (text) => text, duration: 0.8 }, short: { create: (text) => text, duration: 0.1 } } };
const makeGame = () => ({
  setup: () => ({ n: 0 }),
  plugins: [EffectsPlugin(config)],
  moves: {
    simple: ({ G }) => { G.n += 1; },
    both: ({ G, effects }) => {
      G.n += 1;
      effects.long('1');
      effects.short('2');
    },
  },
});

for (const version of VERSIONS) {
  describe(`React ${version}`, () => {
    let react;
    let hooks;
    let h;
    before(async () => {
      react = await reactOf(version);
      hooks = react.effectBindings;
      h = react.h;
    });
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(async () => {
      await react.closeAll();
      mock.timers.reset();
    });

    const wait = (ms) => react.act(async () => { mock.timers.tick(ms); });
    /** Changes the page, and lets effects begin. */
    const act = async (work) => {
      await react.act(async () => { await work(); });
      await wait(0);
    };

    /** A wrapped board that shows `G.n`, the size of the queue, and what `Inner` shows. */
    async function show(Inner, { options, strict } = {}) {
      const shown = { renderings: 0 };
      function Board({ G, moves }) {
        shown.queue = hooks.useEffectQueue();
        shown.moves = moves;
        shown.renderings += 1;
        return h('main', null, `${G.n} ${shown.queue.size} `, h(Inner, { n: G.n }));
      }
      const { container, close } = await react.show(h(react.bindings.Client({ game: makeGame(), debug: false, quiet: true, board: hooks.EffectsBoardWrapper(Board, options) })), { strict });
      return Object.assign(shown, { text: () => container.textContent, close });
    }

    const heard = [];
    /** A component that notes what begins, and what ends with a `.`, each with `G.n` of the props. */
    function Listener() {
      hooks.useEffectListener('*', (name, payload, { G }) => { heard.push(`${name} ${payload} ${G.n}`); }, [], (name) => { heard.push(`${name}.`); }, []);
      return null;
    }
    beforeEach(() => heard.splice(0));

    test('listeners get effects at their moments, with the newest props', async () => {
      const shown = await show(Listener, { strict: true });
      assert.equal(shown.text(), '0 0 ');
      await act(() => shown.moves.both());
      assert.deepEqual([shown.text(), heard.splice(0)], ['1 2 ', ['effects:start undefined 1', 'effects:start.', 'long 1 1']]);
      await wait(800);
      assert.deepEqual([shown.text(), heard.splice(0)], ['1 1 ', ['long.', 'short 2 1']]);
      await wait(100);
      assert.deepEqual([shown.text(), heard.splice(0)], ['1 0 ', ['short.', 'effects:end undefined 1', 'effects:end.']]);
      const { renderings } = shown;
      await wait(10_000);
      assert.deepEqual([heard, shown.renderings], [[], renderings]);
    });

    test('the props wait until the effects have ended, if the board wants that', async () => {
      const shown = await show(Listener, { options: { updateStateAfterEffects: true, speed: 2 } });
      await act(() => shown.moves.both());
      assert.equal(shown.text(), '0 2 ');
      assert.ok(heard.includes('long 1 1'));
      await wait(400);
      assert.equal(shown.text(), '0 1 ');
      await wait(50);
      assert.equal(shown.text(), '1 0 ');
      await act(() => shown.moves.simple());
      assert.equal(shown.text(), '2 0 ');
    });

    test('the queue is cleared, flushed, or only shown', async () => {
      const shown = await show(Listener, { options: { updateStateAfterEffects: true } });
      await act(() => shown.moves.both());
      heard.splice(0);
      await act(() => shown.queue.update());
      assert.deepEqual([shown.text(), heard], ['1 2 ', []]);
      await act(() => shown.queue.flush());
      assert.deepEqual([shown.text(), heard.splice(0)], ['1 0 ', ['short 2 1', 'effects:end undefined 1', 'long.', 'short.', 'effects:end.']]);
      await act(() => shown.moves.both());
      heard.splice(0);
      await act(() => shown.queue.clear());
      assert.deepEqual([shown.text(), heard], ['2 0 ', ['long.']]);
    });

    test('a listener cleans up before the next effect, at other dependencies, and when it is removed', async () => {
      const shown = await show(({ n }) => {
        hooks.useEffectListener('short', () => { heard.push(`begin ${n}`); return () => heard.push(`clean ${n}`); }, [n > 2]);
        return null;
      });
      for (let i = 0; i < 2; i += 1) {
        await act(() => shown.moves.both());
        await wait(1000);
      }
      assert.deepEqual(heard.splice(0), ['begin 0', 'clean 0', 'begin 0']);
      await act(() => shown.moves.both());
      assert.deepEqual(heard.splice(0), ['clean 0']);
      await wait(1000);
      await shown.close();
      assert.deepEqual(heard, ['begin 3', 'clean 3']);
    });

    test('useEffectState has the last payload, and whether the effect lasts', async () => {
      const shown = await show(() => hooks.useEffectState('long', 'none').join());
      const texts = [shown.text()];
      await act(() => shown.moves.both());
      texts.push(shown.text());
      await wait(800);
      texts.push(shown.text());
      assert.deepEqual(texts, ['0 0 none,false', '1 2 1,true', '1 1 1,false']);
    });

    test('useLatestPropsOnEffect has the new props before the board', async () => {
      const shown = await show(() => `${hooks.useLatestPropsOnEffect('short').G.n}`, { options: { updateStateAfterEffects: true } });
      await act(() => shown.moves.both());
      assert.equal(shown.text(), '0 2 0');
      await wait(800);
      assert.equal(shown.text(), '0 1 1');
      await wait(100);
      assert.equal(shown.text(), '1 0 1');
    });

    test('outside of a wrapped board the hooks say what is missing, and a board without a client shows its props', async () => {
      const shown = await react.show(h(hooks.EffectsBoardWrapper(({ n }) => `n ${n}`), { n: 3 }));
      assert.equal(shown.container.textContent, 'n 3');
      for (const use of [() => hooks.useEffectQueue(), () => hooks.useEffectListener('*', () => {}, []), () => hooks.useLatestPropsOnEffect('*')]) {
        let message;
        const Noting = () => {
          try {
            use();
          } catch (error) {
            ({ message } = error);
          }
          return null;
        };
        await react.show(h(Noting));
        assert.match(message, /EffectsBoardWrapper/);
      }
    });
  });
}
