import type { PlayerID } from 'rondel';
import { chaseOf, directionOf, isReacting, questionFor, receiverOf, tideOf, waitingFor, type Beach, type Wave } from './beach.ts';
import { nameOf } from './cards.ts';
import { sumOf } from './scores.ts';

/** The viewer of the beach, `null` for a spectator, and the names of the players. */
export interface Viewer {
  playerID: PlayerID | null;
  names: Record<PlayerID, string>;
}

/** The players in their order, and the winners when the match is over. */
export interface Progress {
  playOrder: readonly PlayerID[];
  gameover?: { readonly winners: readonly PlayerID[] };
}

/** Returns `'You take'` or `'Ann takes'`. */
const doing = ({ playerID, names }: Viewer, id: PlayerID, verb: string) => (id === playerID ? `You ${verb}` : `${names[id]} ${verb}s`);

/** Returns `'your'` or `'Ann's'`. */
const whose = ({ playerID, names }: Viewer, id: PlayerID) => (id === playerID ? 'your' : `${names[id]}'s`);

const capital = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

/** Returns `'1 whistle'` or `'2 whistles'`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns the number of the tide, and the number of the pick in it. */
export function textOfTide(G: Beach): string {
  const left = Math.max(...Object.values(G.hands).map((hand) => hand.length));
  const picks = G.cards - 1;
  const pick = Math.min(G.cards - left + (isReacting(G) ? 0 : 1), picks);
  return `Tide ${tideOf(G)} of ${G.tides}, pick ${pick} of ${picks}`;
}

/** Returns the player who gets the viewer's hand, or the direction for a spectator. */
export function textOfDirection(G: Beach, order: readonly PlayerID[], { playerID, names }: Viewer): string {
  const direction = directionOf(G);
  return playerID === null ? `Hands pass to the ${direction}.` : `Your hand passes to ${names[receiverOf(G, playerID, order)]}, on the ${direction}.`;
}

/** Returns the decision that the match waits for, or its outcome. */
export function textOfStatus(G: Beach, { playOrder, gameover }: Progress, viewer: Viewer): string {
  if (gameover) return `${gameover.winners.map((id) => doing(viewer, id, 'win')).join(', ')}.`;
  const { playerID, names } = viewer;
  const waiting = waitingFor(G, playOrder);
  if (playerID !== null && waiting.includes(playerID)) return isReacting(G) ? textOfQuestion(G, playerID, viewer) : 'Choose a card to keep.';
  // Nobody: the viewer's page has shown the last choice before the server.
  return waiting.length === 0 ? '' : `Waiting for ${waiting.map((id) => names[id]).join(', ')}.`;
}

function textOfQuestion(G: Beach, playerID: PlayerID, viewer: Viewer): string {
  if (questionFor(G, playerID) === 'crate') return 'Do you claim what is in the crate?';
  return `${capital(whose(viewer, chaseOf(G, playerID)!.by))} gull is after your ${nameOf(G.wave!.picks[playerID])}.`;
}

/** Returns what has become of the card that a player has revealed. `''` if it is simply theirs. */
export function textOfOutcome({ chases, crates }: Wave, id: PlayerID, viewer: Viewer): string {
  const chase = chases.find(({ from }) => from === id);
  if (chase) {
    const gull = `${whose(viewer, chase.by)} gull`;
    if (chase.outcome === 'open') return `${capital(gull)} is after it.`;
    return chase.outcome === 'lost' ? `Taken by ${gull}.` : `${capital(gull)} is chased away.`;
  }
  const crate = crates.find(({ owner }) => owner === id);
  if (!crate) return '';
  const inside = `In it: ${nameOf(crate.card)}.`;
  if (crate.to === null) return inside;
  return `${inside} ${doing(viewer, crate.to, crate.to === id ? 'keep' : 'claim')} it.`;
}

/** Returns the last wave with its outcomes, or the end of a tide. `''` before the first wave. */
export function textOfLast({ wave, results, hands, cards }: Beach, { playOrder }: Progress, viewer: Viewer): string {
  if (!wave) return '';
  const texts = playOrder.map((id) => [`${capital(viewer.names[id])}: ${nameOf(wave.picks[id])}.`, textOfOutcome(wave, id, viewer)].filter(Boolean).join(' '));
  const hasTideEnded = wave.isSettled && results.length > 0 && playOrder.every((id) => hands[id].length === cards || hands[id].length === 0);
  const points = hasTideEnded ? playOrder.map((id) => `${doing(viewer, id, 'get')} ${counted(sumOf(results.at(-1)![id]), 'point')}.`) : [];
  return [...texts, ...points].join(' ');
}
