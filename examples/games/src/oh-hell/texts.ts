import type { PlayerID } from 'rondel';
import { nameOfCard, nameOfSuit } from './cards.ts';
import { lastToBid, nextToBid, nextToPlay, sizeOf, suitLed, totalBid, trumpOf, type Refusal, type Table } from './round.ts';

/** The viewer of the table, `null` for a spectator, and the names of the players. */
export interface Viewer {
  playerID: PlayerID | null;
  names: Record<PlayerID, string>;
}

/** The phase of a match, its players in their order, and its winners when it is over. */
export interface Progress {
  phase: string | null;
  playOrder: readonly PlayerID[];
  gameover?: { readonly winners: readonly PlayerID[] };
}

/** Returns `'You take'` or `'Ann takes'`. */
const doing = ({ playerID, names }: Viewer, id: PlayerID, verb: string) => (id === playerID ? `You ${verb}` : `${names[id]} ${verb}s`);

/** Returns `'1 trick'` or `'2 tricks'`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns why a bid or a card cannot be chosen. */
export function textOfRefusal(G: Table, refusal: Refusal): string {
  const led = suitLed(G);
  const texts: Record<Refusal, string> = {
    'no-bid': 'This is no possible bid.',
    'hook': `The dealer may not make the bids add up to ${sizeOf(G)}.`,
    'not-yours': 'You do not have this card.',
    'follow-suit': `You have to follow suit: play ${led ? nameOfSuit(led) : 'another card'}.`,
  };
  return texts[refusal];
}

/** Returns the trump of the round. */
export function textOfTrump(G: Table): string {
  const trump = trumpOf(G);
  return trump === null ? 'No trump' : `Trump: ${nameOfSuit(trump)}`;
}

/** Returns the sum of the bids, compared with the number of tricks. */
export function textOfBids(G: Table): string {
  const [total, tricks] = [totalBid(G), sizeOf(G)];
  return `Bids: ${total} for ${counted(tricks, 'trick')}`;
}

/** Returns the next action and its player, or the outcome of the match. */
export function textOfStatus(G: Table, { phase, playOrder, gameover }: Progress, viewer: Viewer): string {
  const { playerID } = viewer;
  if (gameover) return `${gameover.winners.map((id) => doing(viewer, id, 'win')).join(', ')}.`;
  if (phase === 'bid') {
    const next = nextToBid(G, playOrder);
    return next === null ? '' : next === playerID ? 'Your turn: how many tricks?' : `${doing(viewer, next, 'bid')} next.`;
  }
  if (phase === 'play') {
    const next = nextToPlay(G, playOrder);
    if (next !== playerID) return `${doing(viewer, next, 'play')} next.`;
    const led = suitLed(G);
    return led ? `Your turn: ${nameOfSuit(led)} are led.` : 'Your turn: lead a card.';
  }
  const waiting = playOrder.filter((id) => !G.ready.includes(id));
  if (playerID !== null && waiting.includes(playerID)) return 'The round is over.';
  return `Waiting for ${waiting.map((id) => viewer.names[id]).join(', ')}.`;
}

/** Returns what has just happened: a bid, a card, the end of a trick or of a round. `''` at the beginning. */
export function textOfLast(G: Table, { phase, playOrder }: Progress, viewer: Viewer): string {
  if (phase === 'bid') {
    const last = lastToBid(G, playOrder);
    return last === null ? '' : `${doing(viewer, last, 'bid')} ${G.bids[last]}.`;
  }
  const trick = G.tricks.at(-1);
  if (!trick) return '';
  const { playerID, card } = trick.plays.at(-1)!;
  const texts = [`${doing(viewer, playerID, 'play')} ${nameOfCard(card)}.`];
  if (trick.winner !== null) texts.push(`${doing(viewer, trick.winner, 'take')} the trick.`);
  if (phase === 'score') texts.push(...textsOfResult(G, playOrder, viewer));
  return texts.join(' ');
}

function textsOfResult(G: Table, playOrder: readonly PlayerID[], viewer: Viewer): string[] {
  const result = G.results.at(-1);
  return result ? playOrder.map((id) => `${doing(viewer, id, 'get')} ${counted(result.points[id], 'point')}.`) : [];
}
