// React components that create their game, or the component that plays it, in each render: one warning in development.
import assert from 'node:assert/strict';
import test, { afterEach, before, describe } from 'node:test';
import { printedBy } from '../support/console.mjs';
import { reactOf, VERSIONS } from '../support/react.mjs';

const GAME = 'rondel: useClient: the game is a new object at each render, which restarts its match: create it outside of the component, or with useState';
const COMPONENT = 'rondel: Client: the component is a new one at each render, which restarts its match: call Client outside of components';
const makeGame = (first = 0) => ({ setup: () => ({ n: first }), moves: { add: ({ G }) => { G.n += 1; } } });

for (const version of VERSIONS) {
  describe(`React ${version}`, () => {
    let react;
    before(async () => { react = await reactOf(version); });
    afterEach(() => react.closeAll());

    /** The console's output while a component renders several times, each time with the number of the render as a prop. */
    const printedIn = (Component, times, options) => printedBy(async () => {
      const { again, close } = await react.show(react.h(Component, { time: 0 }), options);
      for (let time = 1; time < times; time += 1) await again(react.h(Component, { time }));
      await close();
    });

    for (const strict of [false, true]) {
      const mode = strict ? ' under StrictMode' : '';

      test(`a game that is created in each render${mode} causes one warning`, async () => {
        const Match = () => react.bindings.useGame(react.bindings.useClient({ game: makeGame() }), ({ G }) => G.n);
        assert.deepEqual(await printedIn(Match, 5, { strict }), [GAME]);
      });

      test(`a component that Client creates in each render${mode} causes one warning`, async () => {
        const board = ({ G }) => G.n;
        const Page = () => react.h(react.bindings.Client({ game: makeGame(), board }));
        assert.deepEqual(await printedIn(Page, 4, { strict }), [COMPONENT]);
      });

      test(`games that are kept, or replaced now and then,${mode} cause no warning`, async () => {
        const Kept = ({ time }) => {
          const game = react.React.useMemo(() => makeGame(time > 2), [time > 2]);
          return react.bindings.useGame(react.bindings.useClient({ game }), ({ G }) => G.n);
        };
        assert.deepEqual(await printedIn(Kept, 5, { strict }), []);
        const games = [makeGame(), { ...makeGame(), turn: {} }, { setup: () => ({ n: 3 }), turn: {} }];
        const Chosen = ({ time }) => react.bindings.useGame(react.bindings.useClient({ game: games[time] }), ({ G }) => G.n);
        assert.deepEqual(await printedIn(Chosen, games.length, { strict }), []);
      });
    }

    test('components with one board for several matches, side by side or in turn, cause no warning', async () => {
      const board = ({ G }) => G.n;
      const make = () => react.bindings.Client({ game: makeGame(), board });
      const made = [make(), make(), make()];
      const Page = ({ time }) => made.slice(0, time % 3 + 1).map((App, key) => react.h(App, { key }));
      assert.deepEqual(await printedIn(Page, 5), []);
      const InTurn = ({ time }) => react.h(made[time]);
      assert.deepEqual(await printedIn(InTurn, 3), []);
    });

    test('with quiet: true there is no warning', async () => {
      const board = ({ G }) => G.n;
      const Match = () => react.bindings.useGame(react.bindings.useClient({ game: makeGame(), quiet: true }), ({ G }) => G.n);
      const Page = () => react.h(react.bindings.Client({ game: makeGame(), board, quiet: true }));
      assert.deepEqual([...await printedIn(Match, 5), ...await printedIn(Page, 5)], []);
    });
  });
}
