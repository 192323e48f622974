// The report of a run.
import { inspect } from 'node:util';

/** One line of totals. */
export function summary({ played, aside, endless, differing }, milliseconds) {
  const parts = [
    `${played - aside - endless - differing} alike`,
    `${aside} set aside (boardgame.io threw a TypeError of its own)`,
    ...(endless ? [`${endless} without an end on boardgame.io`] : []),
    `${differing} differ`,
  ];
  return `${played} games in ${(milliseconds / 1000).toFixed(1)} s: ${parts.join(', ')}`;
}

/** A failure: the seed, what differs, and the smallest game that still does. */
export function transcript({ seed, kind, shrunk }) {
  const { definition, actions, verdict } = shrunk;
  const { difference, error } = verdict ?? {};
  const lines = [
    `seed ${seed}: ${kind}`,
    `  game     ${line(definition)}`,
    ...actions.map((action, i) => `  ${String(i + 1).padStart(2)}       ${tell(action)}`),
    `  differs  ${difference?.path ?? '(not when replayed)'}`,
    `  expected ${line(difference?.expected)}`,
    `  got      ${line(difference?.got)}`,
  ];
  if (difference?.tails) lines.push(`  expected tail ${line(difference.tails[0])}`, `  got tail      ${line(difference.tails[1])}`);
  if (error) lines.push(`  thrown   ${error}`);
  return lines.join('\n');
}

/** The kinds of difference and how many games show each. */
export function kinds(failures) {
  const counts = new Map();
  for (const { kind } of failures) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${String(count).padStart(6)}  ${kind}`).join('\n');
}

function tell({ by, do: what, name, args }) {
  const seat = by === undefined ? '' : `as ${by === null ? 'whoever is current' : by}: `;
  return `${seat}${what}${name ? ` ${name}(${args.map((arg) => line(arg)).join(', ')})` : ''}`;
}

const line = (value) => inspect(value, { depth: 12, compact: true, breakLength: Infinity, maxStringLength: 400 });
