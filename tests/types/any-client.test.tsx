// A client of any game goes where the game does not matter, whatever its moves refuse with.
import type { ActionError, Game } from 'rondel';
import type { Step } from 'rondel/ai';
import { Client, keepSeat, type LegalMove } from 'rondel/client';
import { defineGame, invalid } from 'rondel/core';
import type { ChatMessage } from 'rondel/master';
import { Local } from 'rondel/multiplayer';
import { useChat, useEffectListener, useEffectQueue, useGame, useLegalMoves, useMatchData, usePending, useRefusal } from 'rondel/react';
import {
  useChat as useVueChat, useGame as useVueGame, useLegalMoves as useVueLegalMoves, useMatchData as useVueMatchData, usePending as useVuePending,
  useRefusal as useVueRefusal,
} from 'rondel/vue';
import { ref } from 'vue';
import { equal } from './equal.js';

const refusing = {
  setup: () => ({ gold: 3 }),
  moves: { buy: ({ G }, cost: number) => { if (cost > G.gold) return invalid({ missing: cost - G.gold }); G.gold -= cost; return undefined; } },
} satisfies Game<{ gold: number }>;
const validating = defineGame({
  setup: () => ({ gold: 3 }),
  moves: { buy: { move: ({ G }, cost: number) => { G.gold -= cost; }, validate: ({ G }, cost: number) => cost <= G.gold || invalid('too dear') } },
  phases: { bid: { moves: { bid: () => invalid(3) } } },
  endIf: ({ G }) => G.gold === 0 && { winner: '0' },
});
const eventless = { ...refusing, events: false } satisfies Game<{ gold: number }>;
const endless = defineGame({ setup: () => ({ gold: 3 }), moves: { buy: ({ G }, cost: number) => { G.gold -= cost; } }, events: { endGame: false } });
const silent = { setup: () => ({}), moves: { pass: () => {} } } satisfies Game<object>;

const clients = {
  local: Client({ game: refusing }),
  online: Client({ game: refusing, multiplayer: Local() }),
  validating: Client({ game: validating }),
  validatingOnline: Client({ game: validating, multiplayer: Local() }),
  silent: Client({ game: silent, multiplayer: Local() }),
  compat: Client({ game: { ...refusing, compat: '0.50' } }),
  plain: Client({ game: refusing as Game<{ gold: number }> }),
  eventless: Client({ game: eventless }),
  eventlessOnline: Client({ game: eventless, multiplayer: Local() }),
  endless: Client({ game: endless }),
  endlessOnline: Client({ game: endless, multiplayer: Local() }),
};

declare const step: typeof Step;
const seats = keepSeat();

export function useAll() {
  const { local, online, validating: typed, validatingOnline, silent: quiet, compat, plain } = clients;
  equal<ReturnType<typeof usePending>, number>(true);
  for (const pending of [usePending(local), usePending(online), usePending(typed), usePending(validatingOnline), usePending(quiet), usePending(compat), usePending(plain)]) void (pending + 1);
  for (const data of [useMatchData(local), useMatchData(online), useMatchData(typed), useMatchData(validatingOnline), useMatchData(quiet), useMatchData(compat), useMatchData(plain)]) void data?.[0].name;
  void [useRefusal(local), useRefusal(online), useRefusal(typed), useRefusal(validatingOnline), useRefusal(quiet), useRefusal(compat), useRefusal(plain)];
  void [useChat(local), useChat(online), useChat(typed), useChat(validatingOnline), useChat(quiet), useChat(compat), useChat(plain)];
  void [useGame(local), useGame(online), useGame(typed), useGame(validatingOnline), useGame(quiet), useGame(compat), useGame(plain)];
  void [useEffectQueue(local), useEffectQueue(online), useEffectQueue(typed), useEffectQueue(validatingOnline), useEffectQueue(quiet), useEffectQueue(compat), useEffectQueue(plain)];
  void [useEffectListener(local, '*', () => {}), useEffectListener(validatingOnline, 'any', () => {}), useEffectListener(plain, 'any', () => {})];
  const legal: LegalMove<typeof refusing>[] = useLegalMoves(online);
  // @ts-expect-error a number
  const text: string = usePending(online);
  return [legal, text];
}

export function useFewerEvents() {
  const { eventless: none, eventlessOnline, endless: some, endlessOnline } = clients;
  const pending: number[] = [usePending(none), usePending(eventlessOnline), usePending(some), usePending(endlessOnline)];
  for (const data of [useMatchData(none), useMatchData(eventlessOnline), useMatchData(some), useMatchData(endlessOnline)]) void data?.[0].name;
  void [useRefusal(none), useRefusal(eventlessOnline), useRefusal(some), useRefusal(endlessOnline)];
  void [useChat(none), useChat(eventlessOnline), useChat(some), useChat(endlessOnline)];
  void [useGame(none), useGame(eventlessOnline), useGame(some), useGame(endlessOnline)];
  const legal: LegalMove<typeof eventless>[] = useLegalMoves(eventlessOnline);
  void useLegalMoves(endlessOnline)[0].args;
  // @ts-expect-error no client
  usePending({});
  return [pending, legal];
}

export function setupFewerEvents() {
  const { eventless: none, eventlessOnline, endless: some, endlessOnline } = clients;
  void [useVuePending(none), useVuePending(ref(eventlessOnline)), useVuePending(() => some), useVuePending(endlessOnline)];
  void [useVueMatchData(none), useVueMatchData(() => eventlessOnline), useVueMatchData(some), useVueMatchData(endlessOnline)];
  void [useVueRefusal(none), useVueChat(eventlessOnline), useVueGame(() => some), useVueLegalMoves(endlessOnline)];
}

export function setup() {
  const { local, online, validating: typed, validatingOnline, silent: quiet, compat, plain } = clients;
  void [useVuePending(local), useVuePending(ref(online)), useVuePending(() => typed), useVuePending(validatingOnline), useVuePending(quiet), useVuePending(compat), useVuePending(plain)];
  void [useVueMatchData(local), useVueMatchData(() => online), useVueMatchData(typed), useVueMatchData(validatingOnline), useVueMatchData(quiet), useVueMatchData(compat), useVueMatchData(plain)];
  void [useVueRefusal(online), useVueRefusal(() => typed), useVueChat(online), useVueGame(() => validatingOnline), useVueLegalMoves(online)];
}

for (const client of Object.values(clients)) void seats.follow(client);
void seats.follow(clients.online);
void step(clients.local, { play: async () => ({ action: null as any }) } as any);

// One type for all of them.
let any: Client<any, any> = clients.online;
any = clients.validatingOnline;
any = clients.compat;
const of: Client[] = [clients.local, clients.validating, clients.plain];
// What it offers is what every client offers.
any.events.endTurn({ next: '1' });
any.moves.buy(3);
any.act({ move: 'buy', args: [3] });
any.sendChatMessage({ hello: 'world' });
equal<(typeof any)['lastError'], ActionError | null>(true);
equal<(typeof any)['chatMessages'], ChatMessage[]>(true);
export { any, of };
