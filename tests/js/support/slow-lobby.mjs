// A lobby's store with a server that answers on the test's command.
import { makeLobbyStore } from '../../../pkg/lib/lobby/lobby-store.js';
import { fakeLocalStorage } from './local-storage.mjs';
import { nextTask } from './tasks.mjs';

export const gameComponents = [{ game: { name: 'nim' }, board: null }];

/** A match for two players of the game; seats without names are free. */
export function matchOf(matchID, ...names) {
  return { matchID, gameName: 'nim', players: [0, 1].map((id) => (names[id] ? { id, name: names[id] } : { id })) };
}

/** A store whose pending requests are in `asked`: each is answered with a body, or fails. The test controls the timers. */
export function slowLobby(t, given = {}) {
  globalThis.localStorage = fakeLocalStorage();
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const asked = [];
  t.mock.method(globalThis, 'fetch', (url, { signal, body } = {}) => new Promise((resolve, reject) => {
    const { pathname: path, search, host: server } = new URL(url);
    const settle = (how) => async (value) => {
      how(value);
      await settled();
    };
    asked.push({
      path,
      search,
      server,
      signal,
      body: body && JSON.parse(body),
      answer: settle((answered) => resolve(Response.json(answered))),
      fail: settle((text) => reject(new Error(text))),
    });
  }));
  const options = { gameComponents, lobbyServer: 'http://one.example', clientFactory: () => null, refreshInterval: 1000, ...given };
  const open = () => {
    const store = makeLobbyStore(options);
    t.after(() => store.stop());
    store.start();
    return store;
  };
  /** Answers the pending requests for the list with these matches. */
  async function list(...matches) {
    await asked.splice(indexOf('/games'), 1)[0].answer(['nim']);
    await asked.splice(indexOf('/games/nim'), 1)[0].answer({ matches });
  }
  function indexOf(path) {
    const index = asked.findIndex((question) => question.path === path);
    if (index === -1) throw new Error(`there is no request for ${path}, but for ${asked.map((question) => question.path)}`);
    return index;
  }
  /** Takes the request whose path has this ending. */
  const take = (what) => asked.splice(indexOf(asked.find(({ path }) => path.endsWith(what))?.path ?? what), 1)[0];
  return { asked, options, open, list, take, store: open() };
}

/** Lets the effects of answers happen. */
export async function settled() {
  for (let i = 0; i < 5; i += 1) await nextTask();
}
