import type { Game, PlayerID } from 'rondel';
import { Client } from 'rondel/client';
import { describeLog, type DescribedEntry, type DescribedMove } from 'rondel/core';
import { equal } from './equal.js';

const game = {
  setup: () => ({ gold: 3 }),
  moves: {
    buy: { move: ({ G }, n: number) => { G.gold -= n; }, redact: true },
    pass: ({ events }) => events.endTurn(),
  },
  turn: { stages: { haggle: { moves: { offer: (_, price: number, to: string) => { void [price, to]; } } } } },
} satisfies Game<{ gold: number }>;

const client = Client({ game, playerID: '0' });
const entries = describeLog(client.log, { game, playerID: client.playerID });
equal<typeof entries, Array<DescribedEntry<typeof game>>>(true);

for (const entry of entries) {
  equal<typeof entry.key, string>(true);
  equal<typeof entry.playerID, PlayerID | null>(true);
  equal<typeof entry.kind, 'move' | 'event' | 'automatic' | 'undo' | 'redo' | 'leave' | 'timeout' | 'clock' | 'unknown'>(true);
  const { turn, phase, undone, cause, redacted, index, metadata }: {
    turn: number | null; phase: string | null; undone: boolean; cause: string | null; redacted: boolean; index: number; metadata: unknown;
  } = entry;
  void [turn, phase, undone, cause, redacted, index, metadata];
  if (entry.kind === 'move') {
    equal<typeof entry.name, 'buy' | 'pass' | 'offer'>(true);
    if (entry.name === 'offer') equal<typeof entry.args, [price: number, to: string] | null>(true);
    // @ts-expect-error the game has no such move
    if (entry.name === 'sell') break;
    // @ts-expect-error they may be hidden
    if (entry.name === 'buy') entry.args[0];
  }
  // Those that are not redacted are there.
  const text = entry.redacted ? 'something' : entry.args.join(', ');
  if (entry.kind === 'move' && entry.name === 'buy' && !entry.redacted) equal<typeof entry.args, [n: number]>(true);
  if (entry.redacted) equal<typeof entry.args, null>(true);
  void text;
  if (entry.kind === 'event') equal<typeof entry.name, string>(true);
  if (entry.kind === 'undo') equal<typeof entry.target, string | null>(true);
  // @ts-expect-error there is no such kind
  if (entry.kind === 'chat') break;
}

// A game that is not known names no moves.
const any: DescribedEntry[] = describeLog(client.log, { game: game as Game });
equal<DescribedMove['name'], string>(true);
// Before the first answer of a master.
describeLog(null, { game });
// @ts-expect-error whose moves?
describeLog(client.log);
// @ts-expect-error a list of entries
describeLog(client.getState(), { game });
