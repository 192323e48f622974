// A server of the test's own, at a free port of 127.0.0.1, and its lobby's REST interface.
import { Server } from 'rondel/server';

/** Runs a server until the test ends. `get` and `post` answer `{ status, body, headers }`; a body that is no JSON is text. */
export async function serve(t, options) {
  const server = Server({ origins: false, ...options, bots: promptBots(options.bots) });
  server.app.silent = true;
  const info = t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  info.mock.restore();
  t.after(() => server.kill(running));
  return { server, running, ...lobbyAt(running.appServer) };
}

/** As `serve`; `cuts` says why connections have been cut. */
export async function serveWatched(t, options) {
  const cuts = [];
  return { ...await serve(t, { watch: ({ type, why }) => type === 'cut' && cuts.push(why), ...options }), cuts };
}

/** `fetch` for a server that listens, by path. */
export function lobbyAt(httpServer) {
  const url = `http://127.0.0.1:${httpServer.address().port}`;
  const ask = async (path, init) => {
    const response = await fetch(url + path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) };
  };
  const post = (path, body, headers) => ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { url, get: ask, post };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Tests do not wait for bots' pace. */
function promptBots(bots = {}) {
  return typeof bots === 'object' ? { minTime: 0, ...bots } : bots;
}
