// What readers know of a game: names, outcomes and reasons; and what `validate` and `ai.enumerate` are asked with.
import { h } from 'vue';
import type { ActionError, ChatMessage, Ctx, Game, Move, PlayerID } from 'rondel';
import { Client, type Handle } from 'rondel/client';
import { INVALID_MOVE, PlayerView, defineGame, invalid } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { Client as ReactClient, useChat, useRefusal, type BoardProps } from 'rondel/react';
import { Client as VueClient, useChat as useVueChat, useRefusal as useVueRefusal } from 'rondel/vue';
import { equal } from './equal.js';

const game = defineGame({
  setup: () => ({ gold: 3, draws: 0 }),
  moves: {
    buy: ({ G }, price: number) => { if (price > G.gold) return invalid({ short: price - G.gold }); },
    sell: { move: ({ G }) => { G.gold += 1; }, validate: ({ G }) => G.gold < 9 || invalid('enough') },
    pass: ({ G }) => (G.gold > 3 ? INVALID_MOVE : undefined),
  },
  phases: { bid: { start: true, next: 'play' }, play: { turn: { stages: { haggle: {}, wait: {} } } } },
  endIf: ({ G }) => {
    if (G.gold === 0) return { winner: '1' };
    return G.draws > 3 && { isDraw: true };
  },
});
const client = Client({ game, multiplayer: Local() });
const state = Client({ game }).getState();

// Names of phases and stages.

equal<typeof state.ctx.phase, 'bid' | 'play' | null>(true);
// @ts-expect-error no such phase
void (state.ctx.phase === 'paly');
const stage = state.ctx.activePlayers?.['0'];
equal<typeof stage, 'haggle' | 'wait' | null | undefined>(true);
// @ts-expect-error no such stage
void (stage === 'hagle');

// The outcome: what `endIf` returns.

const { gameover } = state.ctx;
void (gameover && (gameover.isDraw ? 'a draw' : gameover.winner));
// @ts-expect-error no such field
void gameover?.loser;
// @ts-expect-error nobody may have won yet
void gameover.winner;
client.events.endGame({ winner: '0' });
client.events.endGame();
// @ts-expect-error another outcome
client.events.endGame({ loser: '0' });
const by = Client({ game: defineGame({ setup: () => ({ n: 0 }), moves: {}, endIf: ({ G }) => G.n > 3 }) }).getState().ctx.gameover;
equal<typeof by, true | undefined>(true);
// Without an `endIf` nobody says what it is.
const ended = Client({ game: defineGame({ setup: () => ({ n: 0 }), moves: { end: ({ events }) => events.endGame({ winner: '0' }) } }) }).getState().ctx;
void ended.gameover.winner;
// Helpers take the `ctx` of any game, and boards of boardgame.io's kind have it.
const winnerOf = (ctx: Ctx): PlayerID | undefined => ctx.gameover?.winner;
winnerOf(state.ctx);
export const Theirs = ({ ctx }: BoardProps<{ gold: number }>) => <p>{ctx.gameover.anyone}{ctx.phase?.length}</p>;
ReactClient({ game, board: Theirs });
ReactClient({ game, board: ({ ctx }) => {
  equal<typeof ctx.phase, 'bid' | 'play' | null>(true);
  return <p>{ctx.gameover?.winner}</p>;
} });
VueClient({ game, board: ({ ctx, lastError }) => {
  equal<typeof ctx.phase, 'bid' | 'play' | null>(true);
  return h('p', lastError?.type === 'action/invalid_move' ? JSON.stringify(lastError.payload) : ctx.gameover?.winner);
} });

// Why not.

const bought = client.moves.buy(3);
equal<typeof bought, Handle<{ short: number }>>(true);
if (bought.error?.type === 'action/invalid_move') void bought.error.payload?.short.toFixed();
// @ts-expect-error it is refused for other reasons as well, which have other payloads
void bought.error?.payload?.short;
if (bought.error?.type === 'action/plugin_invalid') void bought.error.payload?.plugin.length;
if (bought.error?.type === 'match/version') void [bought.error.payload?.client, bought.error.payload?.server];
export const outcome = async () => {
  const { error } = await client.moves.sell().confirmed;
  if (error?.type === 'action/invalid_move') equal<typeof error.payload, string | undefined>(true);
};
equal<ReturnType<typeof client.moves.pass>, Handle<never>>(true);
const last = client.lastError;
if (last?.type === 'action/invalid_move') equal<typeof last.payload, { short: number } | string | undefined>(true);
export function Reason() {
  const refusal = useRefusal(client);
  equal<typeof refusal, ActionError<{ short: number } | string> | null>(true);
  return <p>{refusal?.type === 'action/invalid_move' && typeof refusal.payload === 'object' ? refusal.payload.short : refusal?.message}</p>;
}
export const setup = () => {
  const refusal = useVueRefusal(() => client);
  equal<typeof refusal.value, ActionError<{ short: number } | string> | null>(true);
};
// A move that says nothing of it, and a game that says nothing of its moves.
declare const open: Move<{ n: number }>;
const opened = Client({ game: defineGame({ setup: () => ({ n: 0 }), moves: { open } }) }).moves.open();
void opened.error?.payload.anything;
void Client({ game: game as Game }).lastError?.payload.anything;
const handle: Handle = bought;
const anyError: ActionError | null = handle.error;
void anyError?.payload.anything;
export const made: ActionError = { type: 'action/invalid_move', message: 'no', payload: 3 };
// @ts-expect-error there is no such type
export const wrong: ActionError = { type: 'action/invalid', message: 'no' };

// `G` at the master, or what a page sees.

const cards = defineGame({
  setup: () => ({ deck: ['a'], hands: {} as Record<PlayerID, string[]>, table: 0 }),
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.length,
    hands: Object.fromEntries(Object.entries(G.hands).map(([id, hand]) => [id, id === playerID ? hand : hand.length])),
  }),
  moves: {
    play: {
      move: ({ G, playerID }, card: string) => { G.hands[playerID].splice(G.hands[playerID].indexOf(card), 1); },
      validate: ({ G, playerID }, card: string) => {
        equal<typeof G.deck, string[] | number>(true);
        const hand = G.hands[playerID];
        // @ts-expect-error in a page it may be a number
        hand.includes(card);
        return typeof hand === 'object' && hand.includes(card) && G.table < 3;
      },
    },
  },
  turn: { stages: { wait: { moves: { draw: { move: ({ G }) => { G.deck.pop(); }, validate: ({ G }) => {
    // @ts-expect-error in a stage as well
    return G.deck.length > 0;
  } } } } } },
  phases: { play: { start: true, moves: { stop: { move: ({ G }) => { G.table = 3; }, validate: ({ G }) => {
    // @ts-expect-error in a phase as well
    return G.deck.length > 0;
  } } } } },
  ai: { enumerate: (G, _, playerID) => {
    const hand = G.hands[playerID];
    // @ts-expect-error in a page it may be a number
    hand.length.toFixed();
    return typeof hand === 'object' ? hand.map((card) => ({ move: 'play', args: [card] })) : [];
  } },
});
Client({ game: cards }).canMove('play', 'a');
export const asGame: Game<{ deck: string[]; hands: Record<PlayerID, string[]>; table: number }> = cards;
defineGame({
  setup: () => ({ secret: { deck: [1] }, table: [2] }),
  playerView: PlayerView.STRIP_SECRETS,
  moves: { draw: { move: ({ G }) => { G.secret.deck.pop(); }, validate: ({ G }) => {
    // @ts-expect-error it is stripped
    void G.secret;
    return 'secret' in G ? G.secret.deck.length > 0 : G.table.length > 0;
  } } },
});
// Without a `playerView`, or with one that tells nothing, it is the state.
defineGame({ setup: () => ({ n: 1 }), moves: { go: { move: () => {}, validate: ({ G }) => { equal<typeof G, { n: number }>(true); } } } });
defineGame({
  setup: () => ({ n: 1 }),
  playerView: (): any => ({}),
  moves: { go: { move: () => {}, validate: ({ G }) => { equal<typeof G, { n: number }>(true); } } },
});
defineGame({ setup: () => ({ n: 1 }), moves: { go: ({ G }) => { G.n = 2; } }, playerView: ({ G }) => ({ m: G.n }) });
defineGame({
  setup: () => ({ n: 1 }),
  moves: { go: { move: ({ G }) => { G.n = 2; }, validate: ({ G }) => G.n > 1 } },
  // @ts-expect-error too late: `validate` has been told that pages have all of G
  playerView: ({ G }) => ({ m: G.n }),
});
// One that shows no other type may come late.
defineGame({ setup: () => ({ n: 1 }), moves: { go: { move: () => {}, validate: ({ G }) => G.n > 1 } }, playerView: ({ G }) => ({ ...G, n: 0 }) });
defineGame({ setup: () => ({ n: 1 }), moves: { go: () => {} }, ai: { enumerate: (G) => [{ move: 'go', args: [G.n] }] }, playerView: ({ G }) => G });
defineGame({
  setup: () => ({ n: 1 }),
  moves: { go: () => {} },
  ai: { enumerate: (G) => [{ move: 'go', args: [G.n] }] },
  // @ts-expect-error too late for `enumerate`
  playerView: ({ G }) => ({ m: G.n }),
});
defineGame({
  setup: () => ({ n: 1 }),
  moves: { go: { move: ({ G }) => { G.n = 2; }, validate: ({ G }) => 'n' in G && G.n > 1 } },
  playerView: ({ G }: { G: { n: number } }) => ({ m: G.n }),
});

// Events that players do not have.

const closed = Client({ game: defineGame({ setup: () => ({ n: 0 }), events: false, moves: { end: ({ events }) => events.endGame() } }) });
equal<keyof typeof closed.events, never>(true);
// @ts-expect-error players have no events
closed.events.endGame();
const partly = Client({ game: defineGame({ setup: () => ({ n: 0 }), events: { endGame: false, endTurn: true } }) });
partly.events.endTurn();
// @ts-expect-error it is switched off
partly.events.endGame();
const untold: Game = { events: false };
Client({ game: untold }).events.endGame();
// @ts-expect-error all of them, or some
export const none: Game = { events: true };

// What is said.

const talking = Client({ game: defineGame({
  setup: () => ({ n: 0 }),
  moves: {},
  validateChatMessage: (payload): payload is { text: string } => typeof (payload as { text: unknown } | null)?.text === 'string',
}), multiplayer: Local() });
talking.sendChatMessage({ text: 'hello' });
// @ts-expect-error not what the game takes for a message
talking.sendChatMessage('hello');
const heard: string[] = talking.chatMessages.map(({ payload, sender }) => sender + payload.text);
// @ts-expect-error there is no such field
talking.chatMessages[0].payload.txet;
export function Talk() {
  const messages = useChat(talking);
  equal<(typeof messages)[number]['payload'], { text: string }>(true);
  return <p>{messages[0].payload.text}{heard}</p>;
}
export const talk = () => {
  const messages = useVueChat(() => talking);
  equal<(typeof messages.value)[number]['payload'], { text: string }>(true);
};
// A game that only looks, and one that says nothing of it.
const looking = Client({ game: defineGame({ setup: () => ({ n: 0 }), moves: {}, validateChatMessage: (payload, playerID): boolean => payload !== playerID }) });
looking.sendChatMessage({ any: 'thing' });
void looking.chatMessages[0]?.payload.anything;
client.sendChatMessage('anything');
const theirs: ChatMessage[] = talking.chatMessages;
void theirs[0]?.payload.anything;
defineGame({
  setup: () => ({ n: 0 }),
  // @ts-expect-error yes or no
  validateChatMessage: () => 'no',
});
