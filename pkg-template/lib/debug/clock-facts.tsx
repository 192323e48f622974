import { useEffect, useState } from 'preact/hooks';
import type { ClientEntry } from './session.js';

/** Milliseconds between two renderings. */
const PERIOD = 500;

/** The clock of the match in the tab `Match`: the time of each player, and whose runs. Nothing for a game without time. */
export function ClockFacts({ client }: Pick<ClientEntry, 'client'>) {
  const [, render] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => render((count) => count + 1), PERIOD);
    return () => clearInterval(timer);
  }, []);
  const clock = client.clock();
  if (!clock) return null;
  const texts = Object.entries(clock.left).map(([playerID, left]) => `${playerID}: ${timeText(left)}${until(clock.deadlines[playerID])}`);
  return <><dt>clock</dt><dd>{[...clock.paused ? ['stopped'] : [], ...texts].join('; ')}</dd></>;
}

function timeText(milliseconds: number) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns the deadline of a player whose time runs, in the time of this page. */
function until(deadline: number | undefined) {
  return deadline === undefined ? '' : `, until ${new Date(deadline).toLocaleTimeString()}`;
}
