// Games for random matches. Each move has a unique tag, and `did` records it, so that a repeated or lost move is found.
import { INVALID_MOVE } from 'rondel/core';

const score = ({ playOrder }) => ({ tags: [], done: Object.fromEntries(playOrder.map((id) => [id, 0])) });

function did(G, playerID, tag) {
  G.tags.push(tag);
  G.done[playerID] += 1;
}

const mark = ({ G, playerID }, tag) => did(G, playerID, tag);
const everything = ({ G }) => G;
const move = (name, ...makeArgs) => (dice, tag) => ['moves', name, tag, ...makeArgs.map((make) => make(dice))];
const event = (name, ...args) => () => ['events', name, ...args];

/**
 * `view` is the expected view of a player. `commands` are the actions that they may try. `isFree`: no move depends on other players, and
 * none is refused. `goesBack`: moves may be undone.
 */
export const GAMES = {
  tally: () => ({
    game: {
      setup: ({ ctx }) => score(ctx),
      turn: { activePlayers: { all: null } },
      moves: { mark, late: { move: mark, client: false }, fair: { move: mark, ignoreStaleStateID: true } },
    },
    view: everything,
    commands: [move('mark'), move('mark'), move('late'), move('fair')],
    isFree: true,
  }),

  /** Everybody takes from one heap, and some moves are strict. */
  rivals: (dice) => ({
    game: {
      setup: ({ ctx }) => ({ ...score(ctx), heap: dice.from(3, 20), taken: {} }),
      turn: { activePlayers: { all: null } },
      moves: {
        mark,
        take: ({ G, playerID }, tag, n) => {
          if (n > G.heap) return INVALID_MOVE;
          G.heap -= n;
          G.taken[playerID] = (G.taken[playerID] ?? 0) + n;
          did(G, playerID, tag);
        },
        strictly: { move: mark, strict: true },
      },
    },
    view: everything,
    commands: [move('mark'), move('take', (d) => d.from(1, 3)), move('take', (d) => d.from(1, 3)), move('strictly')],
  }),

  /** Cards: a deck that nobody sees, and hands that their owners see. */
  hands: (dice) => ({
    game: {
      setup: ({ ctx, random }) => {
        const deck = random.Shuffle([...'abcdefghijklmnopqrst']);
        const hands = Object.fromEntries(ctx.playOrder.map((id) => [id, deck.splice(0, 3)]));
        return { ...score(ctx), hands, table: [], deck };
      },
      turn: dice.happens(50) ? { activePlayers: { all: null } } : { maxMoves: dice.from(1, 3) },
      moves: {
        play: ({ G, playerID }, tag, i) => {
          if (i >= G.hands[playerID].length) return INVALID_MOVE;
          G.table.push(...G.hands[playerID].splice(i, 1));
          did(G, playerID, tag);
        },
        draw: ({ G, playerID }, tag) => {
          G.hands[playerID].push(G.deck.pop() ?? 'joker');
          did(G, playerID, tag);
        },
        // Only the master can refuse this.
        guess: ({ G, playerID }, tag, card) => {
          if (Array.isArray(G.deck) && G.deck.at(-1) < card) return INVALID_MOVE;
          did(G, playerID, tag);
        },
        whisper: { move: mark, redact: true },
        murmur: { move: mark, redact: ({ G }) => G.tags.length % 2 === 0 },
      },
    },
    view: ({ G: { deck, hands, ...G }, playerID }) => ({
      ...G,
      deck: deck.length,
      hands: Object.fromEntries(Object.entries(hands).map(([id, hand]) => [id, id === playerID ? hand : hand.length])),
    }),
    commands: [
      move('play', (d) => d.below(4)), move('play', () => 0), move('draw'), move('guess', (d) => d.one([...'dhmq'])),
      move('whisper'), move('murmur'), event('endTurn'),
    ],
  }),

  /** Everybody goes through stages, by their own moves or sent by others. */
  stages: (dice) => ({
    game: {
      setup: ({ ctx }) => score(ctx),
      turn: {
        activePlayers: dice.one([
          { all: 'first' }, { currentPlayer: 'first', others: 'second' }, { all: 'first', maxMoves: 3 },
        ]),
        endIf: ({ G }) => G.tags.length % 11 === 10,
        stages: {
          first: {
            next: 'second',
            moves: { mark, leap: ({ events, ...rest }, tag) => { mark(rest, tag); events.endStage(); } },
          },
          second: {
            moves: {
              mark,
              back: ({ events, ...rest }, tag) => { mark(rest, tag); events.setStage('first'); },
              call: ({ events, ...rest }, tag) => { mark(rest, tag); events.setActivePlayers({ all: 'first' }); },
            },
          },
        },
      },
    },
    view: everything,
    commands: [
      move('mark'), move('mark'), move('leap'), move('back'), move('call'),
      event('endStage'), event('setStage', 'second'), event('endTurn'),
    ],
  }),

  /** Dice: only the master knows the result of a move. */
  chance: (dice) => ({
    game: {
      setup: ({ ctx, random }) => ({ ...score(ctx), pips: random.D6(), bonus: 0 }),
      turn: {
        onBegin: ({ G, random }) => { G.bonus = random.D4(); },
        onMove: ({ G }) => { G.pips += 1; },
        ...(dice.happens(50) ? { maxMoves: dice.from(1, 3) } : { activePlayers: { all: null } }),
      },
      moves: {
        mark,
        roll: ({ G, playerID, random }, tag) => {
          G.pips += random.D6();
          did(G, playerID, tag);
        },
        risk: ({ G, playerID, random }, tag) => {
          if (random.D6() > 3) return INVALID_MOVE;
          did(G, playerID, tag);
        },
        spend: ({ G, playerID }, tag) => {
          if (G.pips < 5) return INVALID_MOVE;
          G.pips -= 5;
          did(G, playerID, tag);
        },
      },
    },
    view: everything,
    commands: [move('mark'), move('roll'), move('risk'), move('spend'), event('endTurn')],
  }),

  /** Phases that end by themselves, with a plugin's data and an end. */
  phases: (dice) => ({
    game: {
      setup: ({ ctx }) => ({ ...score(ctx), rounds: 0 }),
      plugins: [{
        name: 'ledger',
        setup: () => ({ entries: 0, secret: 'x' }),
        api: ({ data }) => ({ enter: () => { data.entries += 1; } }),
        playerView: ({ data }) => ({ entries: data.entries }),
      }],
      phases: {
        gather: {
          start: true,
          next: 'spend',
          turn: { maxMoves: 2 },
          moves: { mark: ({ ledger, ...rest }, tag) => { mark(rest, tag); ledger.enter(); } },
          endIf: ({ G }) => G.tags.length % 5 === 4,
        },
        spend: {
          next: 'gather',
          turn: { activePlayers: { all: null }, minMoves: 1 },
          onBegin: ({ G }) => { G.rounds += 1; },
          moves: {
            pay: mark,
            leave: ({ events, ...rest }, tag) => { mark(rest, tag); events.endPhase(); },
          },
        },
      },
      ...(dice.happens(40) && { endIf: ({ G }) => (G.tags.length >= 15 ? { over: true } : undefined) }),
    },
    view: everything,
    commands: [move('mark'), move('mark'), move('pay'), move('pay'), move('leave'), event('endPhase'), event('endTurn')],
  }),

  /** Turn by turn, with undo and redo. */
  turns: (dice) => ({
    game: {
      setup: ({ ctx }) => score(ctx),
      turn: dice.one([{}, { maxMoves: 3 }, { minMoves: 1, maxMoves: 2 }]),
      moves: { mark, stay: { move: mark, undoable: false } },
    },
    view: everything,
    commands: [
      move('mark'), move('mark'), move('stay'), event('endTurn'), () => ['undo'], () => ['undo'], () => ['redo'],
    ],
    goesBack: true,
  }),
};
