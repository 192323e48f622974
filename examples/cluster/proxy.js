/** The one address of the cluster: it goes through to one server after the other, and stays with the one that knows a session. */
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
    // Whoever has gone meanwhile needs no answer.
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

  /** A session that the server of this number knows goes on there alone; clients begin another one if it has gone. */
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
