// People who play connect four against bots of a server, in a process of their own: each match is played to its end, and then the next
// one. It says how many moves bots have made, and how long people waited for one.
import { setTimeout as later } from 'node:timers/promises';
import { Client, LobbyClient } from 'rondel/client';
import { WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import { connectFour } from './games.mjs';

const [, , port, count, level] = process.argv;
/** Milliseconds that a person thinks. */
const PAUSE = 500;
const url = `http://127.0.0.1:${port}`;
const lobby = new LobbyClient({ server: url });
let waits = [];
let isOver = false;

for (let i = 0; i < Number(count); i += 1) playOn(i);
process.on('message', (question) => {
  if (question === 'end') isOver = true;
  waits.sort((a, b) => a - b);
  process.send({ moves: waits.length, p50: waits[Math.floor(waits.length / 2)], p99: waits[Math.floor(waits.length * 0.99)] });
  waits = [];
});
process.once('disconnect', () => process.exit());
process.send('ready');

async function playOn(number) {
  await later(number * PAUSE / Number(count));
  while (!isOver) await play();
}

async function play() {
  const { matchID } = await lobby.createMatch(connectFour.name, { numPlayers: 2, bots: { 1: level } });
  const { playerCredentials: credentials } = await lobby.joinMatch(connectFour.name, matchID, { playerID: '0', playerName: 'somebody' });
  const client = Client({ game: connectFour, matchID, playerID: '0', credentials, debug: false, quiet: true, multiplayer: WebSocketTransport({ url, WebSocket }) });
  client.start();
  const isMine = () => client.getState()?.isConnected && (client.getState().ctx.gameover || client.getState().ctx.currentPlayer === '0');
  while (!isOver) {
    const begun = performance.now();
    while (!isMine() && !isOver) await later(2);
    const { ctx, G } = client.getState();
    if (ctx.numMoves > 0 || ctx.turn > 1) waits.push(performance.now() - begun);
    if (ctx.gameover) break;
    await later(PAUSE);
    const free = connectFour.ai.enumerate(G);
    await client.moves.drop(...free[Math.floor(Math.random() * free.length)].args).confirmed;
  }
  client.dispose();
  await lobby.leaveSlot(connectFour.name, matchID, { playerID: '0', credentials });
}
