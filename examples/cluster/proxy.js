/** The cluster's only address. It distributes new sessions to the servers in turn, and routes the rest to the server of their session. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createProxyServer } from 'httpxy';
import { nodeOfSession } from './session.js';

/**
 * @param {{ urls: (string | undefined)[] }} nodes
 * @param {{ port: number, host: string }} options
 */
export async function openProxy(nodes, { port, host }) {
  const proxy = createProxyServer({ xfwd: true });
  let turn = 0;
  const server = createServer((request, response) => {
    const target = targetOf(request);
    if (!target) return void response.writeHead(503).end();
    proxy.web(request, response, { target }).catch(() => refuse(response));
  });
  server.on('upgrade', (request, socket, head) => {
    const target = targetOf(request);
    // The client may be gone and needs no answer.
    socket.on('error', () => {});
    if (!target) return void socket.destroy();
    proxy.ws(request, socket, { target }, head).catch(() => socket.destroy());
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`the proxy cannot listen at ${host}:${port} (${error.code}): set PORT and HOST to what is free`);
  }
  const { port: actual } = server.address();
  return { url: `http://${host}:${actual}/`, close };

  /** Returns the server of a request's session. If that server has ended, clients begin a new session. */
  function targetOf({ url }) {
    const number = nodeOfSession(url);
    if (number !== undefined) return nodes.urls[number];
    const alive = nodes.urls.filter(Boolean);
    turn += 1;
    return alive[turn % alive.length];
  }

  async function close() {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}

function refuse(response) {
  if (response.headersSent) response.destroy();
  else response.writeHead(502).end();
}
