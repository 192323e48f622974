// Components that mount and unmount in StrictMode: for `leakOf` of tests/js/support/leak.mjs.
import { setTimeout as later } from 'node:timers/promises';
import { reactOf } from '../support/react.mjs';

const { h, act, bindings: { Client, useClient, useGame }, createRoot, React, Local } = await reactOf('19');

/** A game with its own master, distinct only as an object. */
const makeGame = () => ({
  setup: () => ({ things: Array.from({ length: 300 }, (_, id) => ({ id, owner: null })) }),
  moves: { take: ({ G, playerID }, id) => { G.things[id].owner = playerID; } },
});

let open = 0;
/** Counts the subscribers of a client, and its connections. */
function counted(options) {
  const transport = Local()(options);
  const connect = transport.connect.bind(transport);
  const disconnect = transport.disconnect.bind(transport);
  let isOpen = false;
  const turn = (next) => { open += Number(next) - Number(isOpen); isOpen = next; };
  transport.connect = () => { turn(true); connect(); };
  transport.disconnect = () => { turn(false); disconnect(); };
  return transport;
}

/** Mounts and unmounts one component after the other in one page; each has played. */
async function mount(count, elementOf) {
  const page = createRoot(document.createElement('div'));
  for (let i = 0; i < count; i += 1) {
    let client;
    await act(async () => page.render(h(React.StrictMode, null, elementOf(i, (shown) => { client = shown; }))));
    await act(async () => { client.moves.take(i % 300); });
    if (client.getState().G.things[i % 300].owner !== '0') throw new Error('it has not played');
    await act(async () => page.render(null));
    // The memory of a module does not shrink: it must not grow by garbage.
    if (i % 50 === 49) {
      globalThis.gc();
      await later(0);
    }
  }
  await act(async () => page.unmount());
  if (open !== 0) throw new Error(`${open} are still connected`);
}

export function hooks(count) {
  const Match = ({ game, tell }) => {
    const client = useClient({ game, playerID: '0', multiplayer: counted });
    tell(client);
    return useGame(client, (state) => state?.G.things.length ?? 0);
  };
  return mount(count, (key, tell) => h(Match, { key, game: makeGame(), tell }));
}

export function components(count) {
  const Board = ({ G }) => G.things.length;
  return mount(count, (key, tell) => {
    const App = Client({ game: makeGame(), board: Board, multiplayer: counted });
    return h(App, { key, playerID: '0', ref: (shown) => shown && tell(shown.client) });
  });
}
