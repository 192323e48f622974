// Slow: plays games in Rust, which have to be compiled. Bots of games in Rust at a server: in its own thread, in worker threads, and as a
// replacement for a player.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from '../server/bot-race.mjs';
import { until } from '../server/support.mjs';
import { builtGame } from './built.mjs';

const ticTacToe = await builtGame('tic-tac-toe');
const magpies = await builtGame('magpies');
const GAMES = new URL('./bot-games.mjs', import.meta.url);

const marks = (client, playerID) => client.getState().G.cells.filter((cell) => cell === playerID).length;

for (const [where, bots] of /** @type {const} */ ([['worker threads', { games: GAMES, thinkingTime: 500 }], ["the server's own thread", { thinkingTime: 500 }]])) {
  test(`each level plays in ${where}`, async (t) => {
    const errors = [];
    for (const level of ['easy', 'medium', 'hard', { thinkingTime: 50 }, { iterations: 100 }]) {
      const { join, enter } = await table(t, {
        game: ticTacToe, bots: { 1: level }, options: { bots, watch: (event) => event.type === 'error' && errors.push(event.error) },
      });
      const client = enter(await join('0'));
      await until([client], () => client.getState());
      client.moves.mark(4);
      await until([client], () => client.getState().ctx.turn === 3);
      assert.equal(marks(client, '1'), 1);
    }
    assert.deepEqual(errors, []);
  });

  test(`bots play a card game with hidden hands to its end, in ${where}`, async (t) => {
    const errors = [];
    const { enter, server, matchID } = await table(t, {
      game: magpies, bots: { 0: { iterations: 30 }, 1: { iterations: 30 } }, options: { bots, watch: (event) => event.type === 'error' && errors.push(event.error) },
    });
    // An empty hand: its bot can do nothing while all others bid.
    const { state } = await server.db.fetch(matchID, { state: true });
    const { hands: [hand, ...others], discard } = state.G;
    await server.db.setState(matchID, { ...state, G: { ...state.G, hands: [[], ...others], discard: [...discard, ...hand] } });
    const client = enter();
    await until([client], () => client.getState()?.ctx.gameover);
    assert.deepEqual(errors, []);
  });
}

test('a bot takes over for a player who leaves', async (t) => {
  const { join, enter, lobby, matchID } = await table(t, { game: ticTacToe, bots: null, botsTakeOver: 'easy' });
  const seats = [await join('0'), await join('1')];
  const [client, other] = seats.map(enter);
  await until([client, other], () => client.getState() && other.getState());
  await lobby.leaveSlot('tic-tac-toe', matchID, seats[1]);
  await until([client], () => client.matchData?.[1].bot);
  assert.equal(client.matchData[1].name, 'Bot (easy)');
  client.moves.mark(4);
  await until([client], () => client.getState().ctx.turn === 3);
  assert.equal(marks(client, '1'), 1);
});
