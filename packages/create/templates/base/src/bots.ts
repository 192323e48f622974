import type { PlayerID } from 'rondel';
import { Local } from 'rondel/multiplayer';
import { game } from './game.ts';

const worker = () => new Worker(new URL('./bot-worker.ts', import.meta.url), { type: 'module' });

/** Returns the options of a client that plays against bots in the page. */
export function playAgainst(bots: number) {
  const seats = Array.from({ length: bots }, (_, at) => [String(at + 1), { difficulty: 'medium', worker }]);
  return { game, playerID: '0', numPlayers: bots + 1, multiplayer: Local({ bots: Object.fromEntries(seats), fresh: true }) };
}

/** Returns the name of a player in a match against bots. */
export const nameOfSeat = (id: PlayerID) => (id === '0' ? 'You' : `Bot ${id}`);
