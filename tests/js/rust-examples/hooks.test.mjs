// Slow: it needs compiled games. Magpies, whose rules are in Rust, played through the hooks of React 16 to 19 and of Vue.
import '../support/dom.mjs';
import assert from 'node:assert/strict';
import test, { afterEach, before, describe } from 'node:test';
import { Local } from 'rondel/multiplayer';
import { reactOf, VERSIONS } from '../support/react.mjs';
import { nextTask } from '../support/tasks.mjs';
import { builtGame } from './built.mjs';

const { createApp, defineComponent, h: vueElement, nextTick, watch } = await import('vue');
const vue = await import('rondel/vue');
// With this seed the highest card of player 0 beats the lowest of player 1.
const game = { ...await builtGame('magpies'), seed: 'magpies' };
const LOCAL = Local();

/** A seat at a match of this test. */
const options = (matchID, playerID) => ({ game, matchID, numPlayers: 2, playerID, multiplayer: LOCAL, quiet: true });

/** The view of a seat: the phase, and each hand as this player sees it. */
function shown({ G, ctx }, playerID) {
  const hands = G.hands.map((hand, seat) => (String(seat) === playerID ? `${hand.length} cards` : hand));
  return `${ctx.phase}: ${hands.join(', ')}`;
}

/** Two cards, one of each player; the first wins. */
function unequal(clients) {
  const [mine, theirs] = ['0', '1'].map((playerID) => clients[playerID].getState().G.hands[playerID]);
  return [Math.max(...mine), Math.min(...theirs)];
}

for (const version of VERSIONS) {
  describe(`React ${version}`, () => {
    let react;
    before(async () => { react = await reactOf(version); });
    afterEach(() => react.closeAll());

    test('each seat shows its view, and unchanged parts are not rendered again', async () => {
      const { React, act, bindings: { useClient, useGame }, h } = react;
      const clients = {};
      let renderings = 0;
      const Nests = React.memo(({ nests }) => {
        renderings += 1;
        return h('span', null, ` ${nests.map((nest) => nest.length).join(':')}`);
      });
      const Seat = ({ matchID, playerID }) => {
        const client = useClient(options(matchID, playerID));
        clients[playerID] = client;
        const state = useGame(client);
        return state ? h('p', null, shown(state, playerID), h(Nests, { nests: state.G.nests })) : null;
      };
      const matchID = `React ${version}`;
      const { container } = await react.show(h('div', null, ...['0', '1'].map((playerID) => h(Seat, { key: playerID, matchID, playerID }))));
      await act(nextTask);
      assert.equal(container.textContent, 'swoop: 4 cards, 4 0:0swoop: 4, 4 cards 0:0');
      const [mine, theirs] = unequal(clients);
      assert.ok(mine > theirs);
      const before = renderings;
      await act(async () => { clients[0].moves.bid(mine); });
      assert.equal(container.textContent, 'swoop: 3 cards, 4 0:0swoop: 3, 4 cards 0:0');
      assert.equal(renderings, before);
      await act(async () => { clients[1].moves.bid(theirs); });
      assert.equal(container.textContent, 'raids: 3 cards, 3 1:0raids: 3, 3 cards 1:0');
    });
  });
}

test('Vue: each seat shows its view, and unchanged parts trigger nothing', async (t) => {
  const clients = {};
  let changes = 0;
  const Seat = defineComponent({
    props: ['matchID', 'playerID'],
    setup({ matchID, playerID }) {
      const client = vue.useClient(options(matchID, playerID));
      clients[playerID] = client;
      const state = vue.useGame(client);
      watch(() => state.value?.G.nests, () => { changes += 1; });
      return () => (state.value ? vueElement('p', shown(state.value, playerID)) : null);
    },
  });
  const matchID = 'Vue';
  const container = document.body.appendChild(document.createElement('div'));
  const app = createApp({ render: () => ['0', '1'].map((playerID) => vueElement(Seat, { matchID, playerID })) });
  app.mount(container);
  t.after(() => app.unmount());
  await nextTask();
  await nextTick();
  assert.equal(container.textContent, 'swoop: 4 cards, 4swoop: 4, 4 cards');
  const [mine, theirs] = unequal(clients);
  const before = changes;
  clients[0].moves.bid(mine);
  await nextTick();
  assert.equal(container.textContent, 'swoop: 3 cards, 4swoop: 3, 4 cards');
  assert.equal(changes, before);
  clients[1].moves.bid(theirs);
  await nextTick();
  assert.equal(container.textContent, 'raids: 3 cards, 3raids: 3, 3 cards');
  assert.equal(changes, before + 2);
});
