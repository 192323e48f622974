// The example servers: one in its own process, and players' actions there.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, LobbyClient } from 'rondel/client';
import { until } from './tasks.mjs';

/**
 * Runs an example by the name of its folder. `lines` is its parsed log, `said` the text of both its outputs. `ended` resolves with its exit
 * status, or the signal that ended it. `listening(event)` resolves with its URL when it has logged this event.
 */
export function runExample(name, environment) {
  const { PATH, NODE_OPTIONS } = process.env;
  const program = fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
  const child = spawn(process.execPath, [program], { env: { PATH, NODE_OPTIONS, PORT: '0', ...environment } });
  const lines = [];
  let said = '';
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { said += text; });
  const ended = once(child, 'exit').then(([status, signal]) => status ?? signal);
  return { lines, ended, listening, kill: (signal) => child.kill(signal), get said() { return said; } };

  async function listening(event) {
    const line = () => lines.find((each) => each.event === event);
    const failed = ended.then((status) => { throw new Error(`it ended with ${status}: ${said}`); });
    failed.catch(() => {});
    await Promise.race([until(line), failed]);
    return line().url;
  }
}

/** Creates a match of a game and takes all its seats: `{ matchID, credentials }`. */
export async function takenMatch({ url }, gameName, numPlayers = 2) {
  const lobby = new LobbyClient({ server: url });
  const { matchID } = await lobby.createMatch(gameName, { numPlayers });
  const credentials = [];
  for (let seat = 0; seat < numPlayers; seat += 1) {
    const { playerCredentials } = await lobby.joinMatch(gameName, matchID, { playerID: String(seat), playerName: `Player ${seat}` });
    credentials.push(playerCredentials);
  }
  return { matchID, credentials };
}

/** A client that ends with the test. */
export function sit(t, options) {
  const client = Client({ quiet: true, ...options });
  t.after(() => client.dispose());
  client.start();
  return client;
}

/** Plays the game of closed hands until it is over, or until `turns` moves have been made. */
export async function playClosedHands(players, turns = Infinity) {
  for (let turn = 0; turn < turns && players[0].getState().ctx.gameover === undefined; turn += 1) {
    const { ctx, _stateID } = players[0].getState();
    const author = Number(Object.keys(ctx.activePlayers ?? { [ctx.currentPlayer]: null })[0]);
    const { moves, events, getState } = players[author];
    const isDiscarding = ctx.activePlayers?.[author] === 'discard';
    const hasCards = getState().G.hands[author].length > 0;
    const handle = isDiscarding ? moves.discard(0) : hasCards && ctx.numMoves < 2 ? moves.playCard(0) : events.endTurn();
    assert.equal((await handle.confirmed).status, 'confirmed');
    await until(() => players.every((player) => player.getState()._stateID > _stateID));
  }
}
