// Clients that send what no real client would, over either transport, and keep every text that they receive.
import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';

/** Functions by transport: `open(url, gameName, headers)` returns `{ socket, heard, send(type, ...args), sendText(text) }`. */
export const WIRES = {
  'a WebSocket': async (url, gameName, headers) => {
    const { socket, heard } = await listen(`${url.replace('http', 'ws')}/ws/${gameName}`, headers);
    const sendText = (text) => socket.send(text);
    return { socket, heard, sendText, send: (type, ...args) => sendText(JSON.stringify({ type, args })) };
  },
  'socket.io': (url, gameName, headers) => openSocketIO(url, gameName, { auth: '', headers }),
  "socket.io, as Rondel's client": (url, gameName, headers) => openSocketIO(url, gameName, { auth: '{"rondel":1}', headers }),
};

/** The protocol without the library, so that clients can send what the library would not. */
async function openSocketIO(url, gameName, { auth, headers }) {
  const { socket, heard } = await listen(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, headers);
  socket.on('message', (data) => {
    if (String(data) === '2') socket.send('3');
  });
  const sendText = (text) => socket.send(text);
  sendText(`40/${gameName},${auth}`);
  await once(socket, 'message');
  return { socket, heard, sendText, send: (type, ...args) => sendText(`42/${gameName},${JSON.stringify([type, ...args])}`) };
}

async function listen(url, headers = {}) {
  const socket = new WebSocket(url, { headers });
  const heard = [];
  socket.on('message', (data) => heard.push(String(data)));
  socket.on('error', () => {});
  await once(socket, 'open');
  return { socket, heard };
}

/** A plain TCP connection, until the test ends. */
export async function dial(t, url) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/**
 * Sends bytes over plain TCP, and resolves to the response, one character per byte, when the server ends it or when it matches
 * `enough`.
 */
export async function sendBytes(url, parts, enough = /$^/) {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
    if (enough.test(answer)) socket.destroy();
  });
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return answer;
}

/** A handshake for a WebSocket at this path; frames may follow it. */
export function handshake(path, headers = {}) {
  const fields = {
    Host: '127.0.0.1', Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers,
  };
  return `GET ${path} HTTP/1.1\r\n${Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
