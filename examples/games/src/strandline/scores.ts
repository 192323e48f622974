// The points of finds.
import type { PlayerID } from 'rondel';
import { designOf, kindOf, logsOn, type Card, type Design } from './cards.ts';

/** A player's points of one tide. */
export interface TidePoints {
  glass: number;
  shells: number;
  wood: number;
  gulls: number;
}

/** The points of all players in one tide. */
export type TideResult = Record<PlayerID, TidePoints>;

const COLOURS: Design[] = ['green-glass', 'blue-glass', 'amber-glass', 'rose-glass'];
const PAIR_OF_SHELLS = 5;
/** Points for the most and the second most logs. With two players there is no second prize. */
const PRIZES = [6, 3];

/** Returns 1, 3, 6, 10, … for 1, 2, 3, 4, … */
export const triangle = (count: number): number => (count * (count + 1)) / 2;

const countOf = (cards: readonly Card[], design: Design) => cards.filter((card) => designOf(card) === design).length;

/** Returns the points for glass: each set of different colours is worth 1, 3, 6 or 10. */
export function glassPoints(cards: readonly Card[]): number {
  const counts = COLOURS.map((colour) => countOf(cards, colour));
  const sets = Array.from({ length: Math.max(...counts) }, (_, at) => counts.filter((count) => count > at).length);
  return sets.reduce((sum, colours) => sum + triangle(colours), 0);
}

/** Returns the points for shells: 5 for a left one with a right one, 1 for any other. */
export function shellPoints(cards: readonly Card[]): number {
  const [left, right] = [countOf(cards, 'left-shell'), countOf(cards, 'right-shell')];
  return PAIR_OF_SHELLS * Math.min(left, right) + Math.abs(left - right);
}

export const logsIn = (cards: readonly Card[]): number => cards.reduce((sum, card) => sum + logsOn(card), 0);

/** Returns the points for driftwood by player. Players with equally many logs share their prizes, rounded down. */
export function woodPoints(finds: Record<PlayerID, readonly Card[]>): Record<PlayerID, number> {
  const logs = Object.entries(finds).map(([id, cards]) => ({ id, count: logsIn(cards) }));
  const points = Object.fromEntries(logs.map(({ id }) => [id, 0]));
  const prizes = logs.length > 2 ? [...PRIZES] : PRIZES.slice(0, 1);
  const counts = [...new Set(logs.map(({ count }) => count))].filter((count) => count > 0).sort((a, b) => b - a);
  for (const best of counts) {
    const tied = logs.filter(({ count }) => count === best);
    const shared = prizes.splice(0, tied.length).reduce((sum, prize) => sum + prize, 0);
    for (const { id } of tied) points[id] = Math.floor(shared / tied.length);
  }
  return points;
}

export function pointsOfTide(finds: Record<PlayerID, readonly Card[]>): TideResult {
  const wood = woodPoints(finds);
  return Object.fromEntries(Object.entries(finds).map(([id, cards]) => [id, {
    glass: glassPoints(cards),
    shells: shellPoints(cards),
    wood: wood[id],
    gulls: cards.filter((card) => kindOf(card) === 'gull').length,
  }]));
}

export const sumOf = ({ glass, shells, wood, gulls }: TidePoints): number => glass + shells + wood + gulls;
