// Honest players, in a process of their own: matches made by the lobby, two clients each, who move at a steady rate. Answers how
// long their moves took until they were confirmed.
import { setTimeout as later } from 'node:timers/promises';
import { Client, LobbyClient } from 'rondel/client';
import { WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import { gamesFor } from './games.mjs';

const [, , port, count, rate, attack] = process.argv;
const [board] = gamesFor(attack);
const url = `http://127.0.0.1:${port}`;
const lobby = new LobbyClient({ server: url });
/** Milliseconds after which a move counts as lost. */
const PATIENCE = 30_000;

const seats = [];
for (let i = 0; i < Number(count); i += 1) {
  const { matchID } = await lobby.createMatch('board', { numPlayers: 2 });
  for (const playerID of ['0', '1']) {
    const { playerCredentials } = await lobby.joinMatch('board', matchID, { playerID, playerName: `player ${playerID}` });
    const client = Client({
      game: board, matchID, playerID, credentials: playerCredentials, debug: false, quiet: true, multiplayer: WebSocketTransport({ url, WebSocket }),
    });
    client.start();
    seats.push({ client, matchID, playerID, credentials: playerCredentials });
  }
}
/** Attackers play from the first seat, and pay for it themselves. */
const others = seats.slice(1);
while (!seats.every(({ client }) => client.getState()?.isConnected)) await later(10);

process.on('message', async (seconds) => process.send(await play(seconds)));
process.once('disconnect', () => process.exit());
process.send(seats.map(({ matchID, playerID, credentials }) => ({ matchID, playerID, credentials })));

/** A move that cannot be made in time is late from the moment on at which it was due. */
async function play(seconds) {
  const latencies = [];
  const refused = {};
  const moves = [];
  const began = performance.now();
  const total = Math.round(seconds * Number(rate));
  for (let i = 0; i < total; i += 1) {
    const due = began + (i * 1000) / Number(rate);
    while (performance.now() < due) await later(1);
    moves.push(move(others[i % others.length].client, i, due));
  }
  await Promise.all(moves);
  latencies.sort((a, b) => a - b);
  const at = (part) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))];
  return { moves: latencies.length, p50: at(0.5), p99: at(0.99), refused };

  async function move(client, cell, due) {
    const outcome = await Promise.race([client.moves.mark(cell).confirmed, later(PATIENCE, { status: 'lost' }, { ref: false })]);
    latencies.push(performance.now() - due);
    const why = outcome.error?.type ?? outcome.status;
    if (why !== 'confirmed') refused[why] = (refused[why] ?? 0) + 1;
  }
}
