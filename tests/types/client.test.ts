import type { Ctx, DeepReadonly, Game, PlayerID } from 'rondel';
import { Client, type ClientOpts, type Handle } from 'rondel/client';
import { INVALID_MOVE, TurnOrder } from 'rondel/core';
import { Broadcast, Local, SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { applyMiddleware, compose } from 'redux';
import { equal } from './equal.js';

interface MyState {
  cells: (PlayerID | null)[];
  winner: PlayerID | null;
}

// A game declared with `satisfies`.

const game = {
  setup: () => ({ cells: Array(9).fill(null), winner: null }),
  moves: {
    click: ({ G, playerID }, id: number) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
    name: { move: ({ G }, name: string, loud?: boolean) => { G.winner = loud ? name : null; }, undoable: false },
    pass: ({ events }) => events.endTurn(),
    nothing: () => {},
    both: (_, word: string) => { void word; },
  },
  turn: { order: TurnOrder.DEFAULT, stages: { discard: { moves: { drop: (_, cards: number[]) => { void cards; } } } } },
  phases: {
    draw: { start: true, moves: { draw: (_, count = 1) => { void count; } } },
    play: { moves: { both: (_, n: number) => { void n; } }, turn: { stages: { trade: { moves: { offer: (_, to: PlayerID) => { void to; } } } } } },
  },
} satisfies Game<MyState>;

const client = Client({ game, numPlayers: 3, playerID: '0', matchID: 'm', debug: false });

client.moves.click(3);
client.moves.name('a');
client.moves.name('a', true);
client.moves.pass();
client.moves.nothing();
client.moves.draw();
client.moves.draw(2);
client.moves.drop([1, 2]);
client.moves.offer('1');
client.moves.both('word');
client.moves.both(1);
// @ts-expect-error there is no such move
client.moves.clack(3);
// @ts-expect-error a cell is a number
client.moves.click('3');
// @ts-expect-error the cell is missing
client.moves.click();
// @ts-expect-error one too many
client.moves.pass(1);
// @ts-expect-error none at all
client.moves.nothing(1);
// @ts-expect-error neither the word of the one nor the number of the other
client.moves.both(true);
// @ts-expect-error moves are read-only
client.moves.click = () => {};

equal<ReturnType<typeof client.getState>['G'], DeepReadonly<MyState>>(true);
const winner: PlayerID | null = client.getState().G.winner;
const ctx: Ctx = client.getState().ctx;
// @ts-expect-error not in the state
client.getState().G.loser;

client.events.endTurn();
client.events.setPhase('play');
client.events.setStage('trade');
// @ts-expect-error removePlayer is for moves and hooks
client.events.removePlayer('1');
client.events.setStage({ stage: 'discard', maxMoves: 1 });
// @ts-expect-error no such phase
client.events.setPhase('plya');
// @ts-expect-error no such stage
client.events.setStage('discrad');

const handle: Handle = client.moves.click(1);
if (handle.error?.type === 'action/invalid_move') void handle.error.payload;
// @ts-expect-error no such status
void (handle.status === 'done');
handle.confirmed.then((outcome) => {
  const reason: string = outcome.status === 'rejected' ? outcome.error.message : '';
  // @ts-expect-error an outcome is final
  void (outcome.status === 'sent' || reason);
});
const undone: Handle = client.undo();

const unsubscribe: () => void = client.subscribe((state) => state.G.cells.length);
client.updatePlayerID(null);
// @ts-expect-error a seat is a string
client.updatePlayerID(0);
// @ts-expect-error the seat is taken by updatePlayerID
client.playerID = '1';
// Tests put their own into it.
client.moves.click = (() => undefined) as any;
client.updatePlayerID = () => {};
client.matchData = [{ id: 0, name: 'Ann' }];
client.chatMessages = [];
client.log = [];
// @ts-expect-error a move that does not take what the game's takes
client.moves.click = (id: string) => undone;
const { moves, getState, stop, start, dispose } = new Client({ game });
moves.click(1);

// A game given inline: the moves' `G` comes from `setup`.

const inline = Client({
  game: {
    setup: ({ ctx }) => ({ score: Array<number>(ctx.numPlayers).fill(0) }),
    moves: {
      add: ({ G, playerID, ctx: { playerID: same } }, points: number) => {
        if (points < 0) return INVALID_MOVE;
        equal<typeof G, { score: number[] }>(true);
        equal<typeof playerID, string>(true);
        equal<typeof same, string>(true);
        G.score[Number(playerID)] += points;
        // @ts-expect-error not in the state
        G.scores;
      },
    },
    phases: { end: { onBegin: ({ G }) => { G.score = []; }, moves: { again: ({ G }) => { G.score.push(1); } } } },
    endIf: ({ G }) => G.score.length > 3,
    events: { endGame: false, endTurn: true },
  },
});
inline.moves.add(3);
inline.moves.again();
// @ts-expect-error points are numbers
inline.moves.add('3');
const first: number | undefined = inline.getState().G.score[0];
inline.events.endTurn();
// @ts-expect-error switched off for players
inline.events.endGame();

// A plain `Game<G>`: `G` is typed, moves are open.

const plain: Game<MyState> = game;
const loose = Client({ game: plain });
loose.moves.anything(1, 'two');
loose.events.setPhase('any');
const looseWinner: PlayerID | null = loose.getState().G.winner;
const explicit = Client<MyState>({ game: plain, numPlayers: 2 });
explicit.moves.anything();
equal<ReturnType<typeof explicit.getState>['G'], MyState>(true);
const options: ClientOpts<MyState> = { game: plain };
Client(options).getState().G.winner;
const untyped = Client({ game: {} as Game });
untyped.getState().G.whatever;
let anyClient: ReturnType<typeof Client> = client;
anyClient = loose;

// Online the state may not be there yet.

const online = Client({ game, multiplayer: Local(), predict: 'flow' });
// @ts-expect-error null before the first answer
online.getState().G;
const later: MyState | undefined = online.getState()?.G;
online.subscribe((state) => state?.G.winner);
online.moves.click(1);
const hasAll: boolean = online.isLogComplete;
const { connection } = online;
if (connection.status === 'refused' || connection.status === 'unreachable') {
  const why: string = connection.reason.message;
  const when: number | undefined = connection.nextTry;
  void [why, when];
} else {
  // @ts-expect-error there is no reason
  connection.reason.message;
}
// A test's own.
online.connection = { status: 'stopped' };
// @ts-expect-error read-only
connection.status = 'connected';
const last: string | undefined = online.lastError?.type;
online.reconnect();
const saidTo: Handle = online.sendChatMessage({ text: 'hello' });
const authors: (string | undefined)[] = online.chatMessages.map(({ name }) => name);
void saidTo;
void [last, Local({ create: false }), SocketIO({ create: false }), WebSocketTransport({ create: false }), Broadcast({ create: false })];
// @ts-expect-error a flag
Local({ create: 'no' });
const said: string[] = online.chatMessages.map((message) => message.id);
const notices: [string, number][] = online.notices.map(({ text, sentAt }) => [text, sentAt]);
// @ts-expect-error there is no such depth
Client({ game, multiplayer: Local(), predict: 'deep' });
// @ts-expect-error a transport is missing
Client({ game, multiplayer: () => ({}) });
const offline = Client({ game, multiplayer: false });
offline.getState().G.winner;

// Set-up data.

const withSetupData = {
  setup: (_, setupData?: { size: number }) => ({ cells: Array(setupData?.size).fill(null), winner: null }),
} satisfies Game<MyState>;
Client({ game: withSetupData, setupData: { size: 3 } });
// @ts-expect-error the size is a number
Client({ game: withSetupData, setupData: { size: '3' } });

// Mistakes in an inline game.

Client({
  game: {
    // @ts-expect-error a phase is not a string
    phases: { draw: 'draw' },
  },
});
Client({
  game: {
    setup: () => ({ deck: 6 }),
    // @ts-expect-error the name of a phase is a string
    phases: { draw: { next: 3 } },
  },
});
Client({
  game: {
    setup: () => ({ deck: 6 }),
    // @ts-expect-error a game has no `moevs`
    moevs: {},
    moves: { draw: ({ G }, count: number) => { G.deck -= count; } },
  },
}).moves.draw(3);
// @ts-expect-error a client needs a game
Client({});

export { anyClient, ctx, dispose, first, getState, later, looseWinner, start, stop, undone, unsubscribe, winner };

// The store, with Redux's own types.

const enhanced = Client({ game, enhancer: compose(applyMiddleware(() => (next) => (action) => next(action))) });
equal<number, ReturnType<typeof enhanced.store.getState>['_stateID']>(true);
const remote = Client({ game, multiplayer: Local() });
equal<null, Extract<ReturnType<typeof remote.store.getState>, null>>(true);
enhanced.store.dispatch({ type: 'UNDO', payload: { type: null, args: null, playerID: '0' } });
enhanced.store.subscribe(() => {})();
enhanced.overrideGameState(enhanced.store.getState());
enhanced.overrideGameState(null);
Client({
  game,
  inspect(event) {
    if (event.type === 'refusal') equal<string, typeof event.error.message>(true);
    // @ts-expect-error only messages have a direction
    event.direction;
  },
});
// @ts-expect-error `inspect` is a function
Client({ game, inspect: {} });
// @ts-expect-error an enhancer is a function
Client({ game, enhancer: {} });
// @ts-expect-error a listener is a function
enhanced.store.subscribe(5);
