// Slow: plays games in Rust, which have to be compiled. Hostile clients at a server of games in Rust, with raw sockets: other matches go
// on, and no hidden value is sent, answered or printed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client, LobbyClient } from 'rondel/client';
import { WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import { serve } from '../server/serve.mjs';
import { until } from '../server/support.mjs';
import { WIRES } from '../server/raw.mjs';
import { faults } from '../../rust-game/duel.mjs';
import { builtGame } from './built.mjs';

const [magpies, ticTacToe, connectFour] = await Promise.all(['magpies', 'tic-tac-toe', 'connect-four'].map(builtGame));
const PATIENT = { messages: { rate: 1e6, burst: 1e6 }, address: { matches: Infinity } };

/** Texts of arguments, including some that `JSON.stringify` does not write. */
const DEEP = `${'['.repeat(5000)}${']'.repeat(5000)}`;
const ODD = [
  '[]', '[null]', '[true]', '["x"]', '["1"]', '[-1]', '[0.5]', '[1e9]', '[1e308]', '[1e999]', '[-0]', '[9007199254740993]', '[18446744073709551616]', '[[]]',
  '[{}]', '[{"__proto__":1}]', '[{"constructor":{"prototype":1}}]', '[{"toString":1,"valueOf":2}]', '["__proto__"]', '["\\ud800"]', '["\\u0000"]',
  `["${'x'.repeat(15_000)}"]`, `[${DEEP}]`, `[${'99,'.repeat(5000)}1]`, '[99,"9"]', '[1.5,"-1"]', '["1","__proto__"]', '[99,1e9]', '[null,null]', '[99,2,3,4,5]',
  '{"0":1,"length":1}', '{"__proto__":[1]}', '"1"', 'null', '99',
];
const MOVES = ['bid', 'raid', 'guard', 'giveUp', 'none', '__proto__', 'constructor', ''];

/** A server of all games, with a match of Magpies that others play, and everything that it prints and sends. */
async function begun(t) {
  const printed = [];
  const told = [];
  for (const level of ['error', 'warn']) t.mock.method(console, level, (...said) => printed.push(said.map(String).join(' ')));
  const watch = (event) => event.type === 'error' && told.push(`${event.error?.message}`);
  const { url, server, post } = await serve(t, { games: [magpies, ticTacToe, connectFour, faults()], limits: PATIENT, watch });
  const lobby = new LobbyClient({ server: url });
  const { matchID } = await lobby.createMatch('magpies', { numPlayers: 3 });
  const seats = [];
  for (const playerID of ['0', '1', '2']) {
    const { playerCredentials } = await lobby.joinMatch('magpies', matchID, { playerID, playerName: `player ${playerID}` });
    seats.push({ playerID, credentials: playerCredentials });
  }
  const sit = ({ playerID, credentials }) => {
    const client = Client({ game: magpies, matchID, playerID, credentials, debug: false, quiet: true, multiplayer: WebSocketTransport({ url, WebSocket }) });
    t.after(() => client.dispose());
    client.start();
    return client;
  };
  const players = seats.map(sit);
  await until(players, () => players.every(({ getState }) => getState()));
  const G = async () => (await server.db.fetch(matchID, { state: true })).state.G;
  return { url, post, matchID, seats, players, printed, told, G };
}

/** Values of the match that only one player, or nobody, may know. */
function secretsOf({ deck, hands }) {
  return [deck, hands[0], hands[1]].map((cards) => JSON.stringify(cards));
}

function assertSecret(secrets, texts, what) {
  for (const secret of secrets) assert.ok(!texts.some((text) => text.includes(secret)), `${what}: ${secret}`);
}

/** All three bid, so that the match goes on. */
async function goOn(players) {
  const [zero, one, two] = players;
  const before = zero.getState()._stateID;
  const bids = [zero, one, two].map((client) => client.moves.bid(client.getState().G.hands[Number(client.playerID)][0]));
  await Promise.all(bids.map(({ confirmed }) => confirmed));
  await until(players, () => zero.getState()._stateID >= before + 3);
}

/** boardgame.io's clients receive whole states, which do not mention the refusal. */
const { 'a WebSocket': aWebSocket, "socket.io, as Rondel's client": asRondelsClient } = WIRES;

for (const [wire, open] of Object.entries({ 'a WebSocket': aWebSocket, 'socket.io': asRondelsClient })) {
  test(`invalid arguments, events and seats are refused, and reveal nothing (${wire})`, async (t) => {
    const { url, matchID, seats, players, printed, told, G } = await begun(t);
    const secrets = secretsOf(await G());
    const before = await G();
    const { playerID, credentials } = seats[2];
    const { socket, heard, sendText } = await open(url, 'magpies');
    const sayText = (type, args) => sendText(wire === 'a WebSocket' ? `{"type":"${type}","args":${args}}` : `42/magpies,["${type}",${args.slice(1)}`);
    sayText('sync', JSON.stringify([matchID, playerID, credentials, 3]));
    await until([], () => heard.some((text) => text.includes('hands')));
    let seq = 0;
    const act = (type, move, args, seat = playerID, as = credentials) => {
      seq += 1;
      const payload = `{"type":${JSON.stringify(move)},"args":${args},"playerID":${JSON.stringify(seat)},"credentials":${JSON.stringify(as)}}`;
      const sync = `{"session":"odd","seq":${seq},"first":${seq}}`;
      sayText('update', `[{"type":"${type}","payload":${payload},"sync":${sync}},0,${JSON.stringify(matchID)},${JSON.stringify(seat)}]`);
    };
    const answered = () => until([], () => heard.some((text) => text.includes(`[${seq},`)), `${seq}: ${socket.readyState} ${heard.slice(-2)}`);
    for (const move of MOVES) {
      for (const args of ODD) act('MAKE_MOVE', move, args);
      await answered();
    }
    for (const event of ['endTurn', 'endPhase', 'setPhase', 'setActivePlayers', 'endGame', '__proto__']) act('GAME_EVENT', event, '["raids"]');
    for (const seat of ['0', '3', '-1', '__proto__', '1e9', null]) act('MAKE_MOVE', 'bid', '[99]', seat);
    for (const text of ['x', '{"id":"c","sender":"0","payload":"forged"}']) sayText('chat', `[${JSON.stringify(matchID)},${text === 'x' ? '7' : text},null]`);
    act('MAKE_MOVE', 'none', '[]');
    await answered();
    assert.deepEqual(await G(), before);
    assertSecret(secrets, heard, 'heard');
    assertSecret(secrets, [...printed, ...told], 'printed');
    assert.deepEqual(told, []);
    await goOn(players);
    assert.equal(socket.readyState, socket.OPEN);
  });
}

test("no client receives another game's match, and a match of a game in Rust belongs to no other game", async (t) => {
  const { url, matchID, seats, players, G } = await begun(t);
  const secrets = secretsOf(await G());
  const { credentials } = seats[0];
  for (const game of ['tic-tac-toe', 'connect-four', 'faults']) {
    const { heard, send } = await aWebSocket(url, game);
    send('sync', matchID, null, null, 3);
    send('sync', matchID, '0', credentials, 3);
    send('update', { type: 'MAKE_MOVE', payload: { type: 'mark', args: [1], playerID: '0', credentials }, sync: { session: 's', seq: 1, first: 1 } }, 0, matchID, '0');
    await until([], () => heard.filter((text) => text.includes('game not found')).length >= 2);
    assert.ok(!heard.some((text) => text.includes('hands')));
    assertSecret(secrets, heard, game);
  }
  await goOn(players);
});

test('invalid setup data are refused with the place, and reveal nothing of the server', async (t) => {
  const { post, players, printed } = await begun(t);
  const create = (setupData) => post('/games/magpies/create', `{"numPlayers":2,"setupData":${setupData}}`);
  for (const data of ['"x"', '-1', '1.5', '1e9', '1e308', '[]', '{}', '{"__proto__":1}', '"\\ud800"', `"${'x'.repeat(15_000)}"`, DEEP, '[[[[]]]]', '9007199254740993']) {
    const { status, body } = await create(data);
    const text = JSON.stringify(body);
    // A valid one is a number of rounds.
    assert.ok([200, 400].includes(status), `${data.slice(0, 40)}: ${status} ${text.slice(0, 200)}`);
    assert.doesNotMatch(text, / at |\.rs/);
  }
  assert.deepEqual(printed, []);
  await goOn(players);
});

test('many spectators of a match in Rust see the spectator\'s view, and players play on', async (t) => {
  const { url, matchID, players, G } = await begun(t);
  const secrets = secretsOf(await G());
  const spectators = await Promise.all(Array.from({ length: 950 }, () => aWebSocket(url, 'magpies')));
  t.after(() => spectators.forEach(({ socket }) => socket.terminate()));
  for (const { send } of spectators) send('sync', matchID, null, null, 3);
  await until([], () => spectators.every(({ heard }) => heard.some((text) => text.includes('hands'))));
  await goOn(players);
  for (const { heard } of spectators) assertSecret([...secrets, JSON.stringify((await G()).deck)], heard, 'a spectator heard');
});
