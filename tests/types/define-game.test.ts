// `defineGame`: what the type of a game knows of it.
import type { Ctx, DeepReadonly, Game, Move, MoveContext, PlayerID } from 'rondel';
import { Client, type Handle, type StateOf, type ViewOf } from 'rondel/client';
import { ActivePlayers, INVALID_MOVE, PlayerView, Stage, TurnOrder, defineGame, legacyGame } from 'rondel/core';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import { Server } from 'rondel/server';
import { checkDeterminism, checkSecrecy } from 'rondel/testing';
import { equal } from './equal.js';

interface Cards {
  deck: number;
  hands: Record<PlayerID, number[]>;
}

// Fields in any order: `setup` comes last.

const game = defineGame({
  endIf: ({ G }) => G.deck === 0 && { winner: '0' },
  moves: {
    play: ({ G, playerID, events }, card: number, to: PlayerID) => {
      equal<typeof G, Cards>(true);
      if (!G.hands[playerID]) return INVALID_MOVE;
      G.hands[to]?.push(card);
      events.setPhase('draw');
      events.setStage('discard');
      events.setStage({ stage: 'trade', maxMoves: 1 });
      events.setStage(Stage.NULL);
      events.setActivePlayers({ all: 'trade', value: { 0: { stage: 'discard' } }, next: { others: 'discard' } });
      events.setActivePlayers(ActivePlayers.ALL_ONCE);
      // @ts-expect-error no such phase
      events.setPhase('drwa');
      // @ts-expect-error no such stage
      events.setStage('typo');
      // @ts-expect-error no such stage
      events.setStage({ stage: 'typo' });
      // @ts-expect-error no such stage
      events.setActivePlayers({ all: 'typo' });
      // @ts-expect-error no such stage, later
      events.setActivePlayers({ all: null, next: { value: { 0: 'typo' } } });
      // @ts-expect-error not in the state
      G.dekc;
    },
    pass: ({ events }) => events.endTurn(),
    reshuffle: { move: ({ G, random }, seed?: number) => { G.deck = random.D6() + (seed ?? 0); }, undoable: ({ G }) => G.deck > 0, redact: true },
  },
  turn: {
    order: TurnOrder.CUSTOM_FROM('order'),
    activePlayers: { currentPlayer: 'discard', others: Stage.NULL },
    onBegin: ({ G, events }) => {
      G.deck -= 1;
      // @ts-expect-error no such stage
      events.setStage('typo');
    },
    onMove: ({ move, events }) => { if (move.name === 'pass') events.setPhase('play'); },
    stages: {
      discard: {
        next: 'trade',
        moves: {
          drop: ({ G, events }, cards: readonly number[]) => {
            G.deck += cards.length;
            // @ts-expect-error no such stage
            events.setStage('drop');
          },
        },
      },
    },
  },
  phases: {
    draw: {
      start: true,
      next: 'play',
      endIf: ({ G }) => G.deck < 6 && { next: 'play' },
      moves: { draw: ({ G, events }) => { G.deck -= 1; events.setPhase('play'); } },
      turn: { activePlayers: { all: 'trade' } },
    },
    play: {
      next: ({ G }) => (G.deck ? 'draw' : null),
      onEnd: ({ events }) => events.setPhase('draw'),
      turn: { stages: { trade: { moves: { offer: (_, to: PlayerID, card: number) => { void [to, card]; } } } } },
    },
  },
  setup: (): Cards => ({ deck: 6, hands: {} }),
});

const client = Client({ game, numPlayers: 3 });
equal<StateOf<typeof game>, Cards>(true);
const handle: Handle = client.moves.play(3, '1');
client.moves.pass();
client.moves.reshuffle();
client.moves.reshuffle(4);
client.moves.drop([1, 2]);
client.moves.draw();
client.moves.offer('1', 3);
// @ts-expect-error there is no such move
client.moves.ply(3, '1');
// @ts-expect-error a card is a number
client.moves.play('3', '1');
// @ts-expect-error to whom?
client.moves.play(3);
// @ts-expect-error a move without parameters takes none
client.moves.pass(1);
// @ts-expect-error a move without parameters takes none
client.moves.draw(1);
client.canMove('offer', '1', 3);
// @ts-expect-error a card is a number
client.canMove('offer', '1', '3');
client.events.setPhase('draw');
client.events.setStage('trade');
client.events.setActivePlayers({ all: 'discard' });
client.events.setActivePlayers(['0', '1']);
// @ts-expect-error no such phase
client.events.setPhase('drwa');
// @ts-expect-error no such stage
client.events.setStage('typo');
// @ts-expect-error no such stage
client.events.setActivePlayers({ all: 'typo' });
equal<ReturnType<typeof client.getState>['G'], DeepReadonly<Cards>>(true);

// A game of this kind fits wherever a game is asked for.

export const asGame: Game<Cards> = game;
export const anyGame: Game = game;
Server({ games: [game] });
InitializeGame({ game }).G.deck.toFixed();
CreateGameReducer({ game });
void checkSecrecy(game, { secrets: (G) => [G.hands] });
checkDeterminism(game);
Client({ game: { ...game, seed: 'a seed' } }).moves.play(3, '1');
Client({ game, multiplayer: Local({ bots: {} }) }).moves.play(3, '1');

// Names that do not exist.

defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error no such phase
  phases: { a: { next: 'zz' }, b: { start: true } },
});
defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error no such phase
  phases: { a: { next: ({ G }) => (G.deck ? 'b' : 'zz') }, b: { start: true } },
});
defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error no such phase
  phases: { a: { endIf: () => ({ next: 'zz' }) } },
});
defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error no such stage
  turn: { activePlayers: { all: 'typo' }, stages: { discard: {} } },
});
defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error no such stage
  turn: { stages: { discard: { next: 'typo' } } },
});
defineGame({
  setup: () => ({ deck: 6 }),
  phases: { a: { start: true } },
  endIf: ({ events }) => {
    // @ts-expect-error no such phase
    events.setPhase('b');
  },
});

// Fields that do not exist.

defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error a game has no `trun`
  trun: { maxMoves: 1 },
});
defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error a turn has no `maxMove`
  turn: { maxMove: 1 },
});
defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error a phase has no `begin`
  phases: { draw: { begin: true } },
});
defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error a phase's turn has no `maxMove`
  phases: { draw: { turn: { maxMove: 1 } } },
});
defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error a stage has no `nxt`
  turn: { stages: { discard: { nxt: 'discard' } } },
});
defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error a move has no `undoabel`
  moves: { draw: { move: ({ G }) => { G.deck -= 1; }, undoabel: false } },
});
defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error a move answers a state, INVALID_MOVE or nothing
  moves: { draw: ({ G }) => G.deck },
});
defineGame({
  setup: () => ({ deck: 6 }),
  // @ts-expect-error there is no such event
  events: { endTrun: false },
});

// `setup` with parameters comes first, or says what they are.

const dealt = defineGame({
  setup: ({ ctx, random }, setupData?: { cards: number }) => ({ hands: Array<number>(ctx.numPlayers).fill(setupData?.cards ?? random.D6()) }),
  validateSetupData: (setupData) => (setupData && setupData.cards > 9 ? 'too many' : undefined),
  moves: { draw: ({ G }) => { G.hands.pop()?.toFixed(); } },
});
Client({ game: dealt, setupData: { cards: 3 } }).getState().G.hands[0]?.toFixed();
// @ts-expect-error a number of cards
Client({ game: dealt, setupData: { cards: '3' } });
export const late = defineGame({
  moves: { draw: ({ G }) => { G.hands.pop()?.toFixed(); } },
  setup: ({ ctx }: { ctx: Ctx }) => ({ hands: Array<number>(ctx.numPlayers).fill(0) }),
});

defineGame({
  moves: { draw: ({ G }) => { G.hands.pop(); } },
  // @ts-expect-error too late: the state is not known in the move
  setup: ({ ctx }) => ({ hands: Array<number>(ctx.numPlayers).fill(0) }),
});

// Without `setup` the state may be anything, as that of a `Game`.

const shapeless = Client({ game: defineGame({ moves: { a: ({ G }, x: number) => { G.x = x; } }, turn: { onEnd: ({ G }) => { G.y = G.x; } } }) });
shapeless.moves.a(1);
shapeless.getState().G.anything.at.all;
// @ts-expect-error a number
shapeless.moves.a('1');
defineGame({ setup: () => JSON.parse('{}'), moves: { a: ({ G }) => { G.x = 1; } } });

// Moves that are declared alone.

const outside = ({ G, events }: MoveContext<Cards>, card: number) => { G.deck -= card; events.setPhase('anywhere'); };
const open: Move<Cards> = ({ G }, word: string) => { G.deck = word.length; };
const assembled = defineGame({ setup: (): Cards => ({ deck: 0, hands: {} }), moves: { outside, open }, phases: { draw: { moves: { outside } } } });
const assembledClient = Client({ game: assembled });
assembledClient.moves.outside(3);
assembledClient.moves.open('any', 1);
// @ts-expect-error a card is a number
assembledClient.moves.outside('3');
// @ts-expect-error there is no such move
assembledClient.moves.closed();

// Moves that return a new state, one of several.

type Several = { kind: 'bid'; bids: number[] } | { kind: 'won'; by: PlayerID };
const several = defineGame({
  setup: (): Several => ({ kind: 'bid', bids: [] }),
  moves: {
    bid: ({ G }, points: number) => {
      if (G.kind !== 'bid') return INVALID_MOVE;
      G.bids.push(points);
    },
    win: ({ playerID }): Several => ({ kind: 'won', by: playerID }),
  },
  // @ts-expect-error another state
  onEnd: () => ({ kind: 'lost' }),
});
equal<StateOf<typeof several>, Several>(true);

// A game that names neither phases nor stages.

const plain = Client({ game: defineGame({ setup: () => ({ n: 0 }), moves: { any: ({ events }) => { events.setStage('any'); } } }) });
plain.events.setStage('any');
plain.events.setPhase('any');

// Lists and games that do not change.

const SEATS = ['1', '0'] as const;
const unchanging = {
  setup: ({ random }) => ({ order: random.Shuffle(SEATS) }),
  turn: { activePlayers: ['0', '1'], order: TurnOrder.CUSTOM(SEATS) },
  moves: { swap: ({ G, events }, by: number) => { G.order.length = by; events.setActivePlayers(SEATS); } },
} as const satisfies Game<{ order: PlayerID[] }>;
Client({ game: unchanging }).moves.swap(1);

// The state that players see.

interface View {
  deck: number;
  hands: Record<PlayerID, number[] | number>;
}
const secret = defineGame({
  setup: (): Cards => ({ deck: 6, hands: {} }),
  moves: { draw: ({ G }) => { equal<typeof G, Cards>(true); } },
  playerView: ({ G, playerID }): View => {
    equal<typeof G, Cards>(true);
    equal<typeof playerID, PlayerID | null>(true);
    return { deck: G.deck, hands: Object.fromEntries(Object.entries(G.hands).map(([id, hand]) => [id, id === playerID ? hand : hand.length])) };
  },
});
equal<StateOf<typeof secret>, Cards>(true);
equal<ViewOf<typeof secret>, DeepReadonly<View>>(true);
const seeing = Client({ game: secret });
equal<ReturnType<typeof seeing.getState>['G'], DeepReadonly<View>>(true);
seeing.subscribe(({ G }) => equal<typeof G, DeepReadonly<View>>(true));
const remote = Client({ game: secret, multiplayer: Local() });
equal<ReturnType<typeof remote.getState>, ReturnType<typeof seeing.getState> | null>(true);
const satisfied = {
  setup: () => ({ deck: 6, hands: {} }),
  playerView: ({ G }) => ({ deck: G.deck }),
} satisfies Game<Cards>;
equal<ViewOf<typeof satisfied>, { readonly deck: number }>(true);
const stripped = defineGame({ setup: () => ({ secret: { deck: [1] }, table: [2] }), playerView: PlayerView.STRIP_SECRETS });
equal<ViewOf<typeof stripped>, DeepReadonly<{ table: number[] }>>(true);
// @ts-expect-error it is stripped
Client({ game: stripped }).getState().G.secret;
const optional = defineGame({ setup: (): { secret?: number } => ({}), playerView: PlayerView.STRIP_SECRETS });
equal<ViewOf<typeof optional>, DeepReadonly<{ secret?: number }>>(true);
equal<ViewOf<Game<Cards>>, Cards>(true);
const positional = legacyGame({ setup: (): Cards => ({ deck: 1, hands: {} }), playerView: (G: Cards) => ({ deck: G.deck }) });
equal<ViewOf<typeof positional>, { readonly deck: number }>(true);

// The state alone, as boardgame.io's types have it.

const stated = defineGame<Cards>({ setup: () => ({ deck: 6, hands: {} }), moves: { draw: ({ G }) => { G.deck -= 1; } } });
equal<typeof stated, Game<Cards, {}>>(true);
export const asDeclared: Game<Cards> = stated;

export { handle };
