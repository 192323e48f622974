// Games with time, and clocks that pages show.
import { h, ref, type ComputedRef } from 'vue';
import type { Clock, Ctx, Game, PlayerID, TimeControl } from 'rondel';
import { Client, type ShownClock } from 'rondel/client';
import { defineGame } from 'rondel/core';
import { useClock } from 'rondel/react';
import { useClock as useVueClock } from 'rondel/vue';
import { equal } from './equal.js';

interface State {
  hurried: PlayerID[];
}

const control: TimeControl = { limit: 1000, bank: 60_000, increment: 500, delay: 100 };

const game = defineGame({
  setup: (): State => ({ hurried: [] }),
  moves: { play: ({ G, playerID }, card: number) => { G.hurried.push(`${playerID}${card}`); } },
  turn: {
    time: ({ G, ctx }) => {
      equal<typeof G, State>(true);
      return ctx.turn > 1 ? control : 30_000;
    },
    onTimeout: ({ G, playerID, events }) => {
      equal<typeof playerID, PlayerID>(true);
      G.hurried.push(playerID);
      events.pauseClock();
      events.resumeClock();
    },
    stages: {
      discard: { time: 5000, onTimeout: { move: 'play', args: [1] } },
      bid: { time: 5000, onTimeout: 'careful' },
      trade: { time: () => undefined, onTimeout: ({ G }) => ({ ...G, hurried: [] }) },
    },
  },
});

export const usual: Game<State> = { turn: { time: 1000 }, phases: { draw: { turn: { time: { bank: 60_000 } } } } };
// @ts-expect-error a time is a number of milliseconds
export const text: Game<State> = { turn: { time: '30s' } };
// @ts-expect-error the field is called `limit`
export const field: Game<State> = { turn: { time: { seconds: 30 } } };
// @ts-expect-error a bot is named
export const bot: Game<State> = { turn: { time: 1000, onTimeout: { bot: 'careful' } } };
// @ts-expect-error `move` is missing
export const move: Game<State> = { turn: { time: 1000, onTimeout: { args: [1] } } };

const client = Client({ game });
equal<ReturnType<typeof client.clock>, ShownClock | null>(true);
// @ts-expect-error only moves and hooks stop the clock
client.events.pauseClock?.();

export function remaining({ clock }: Ctx): number | undefined {
  equal<typeof clock, Clock | undefined>(true);
  return clock?.left['0'];
}

export function Seconds() {
  const left = useClock(client, '0');
  equal<typeof left, number | null>(true);
  return left;
}

export function SecondsOnBoard({ playerID }: { playerID: string | null }) {
  return Math.min(useClock() ?? 0, useClock(playerID) ?? 0);
}

export function setup() {
  const left = useVueClock(() => client, ref('0'));
  equal<typeof left, ComputedRef<number | null>>(true);
  return () => h('p', left.value ?? '');
}
