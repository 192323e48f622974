import type { ActionError, DeepReadonly, Game, Invalid, LongFormMove, OnMoveContext, TurnConfig } from 'rondel';
import { Client, type Handle, type LegalMove } from 'rondel/client';
import { INVALID_MOVE, invalid, legacyGame } from 'rondel/core';
import { equal } from './equal.js';

interface Shop {
  gold: Record<string, number>;
  price: number;
}

// invalid() and validate.

const missing = invalid({ missing: 3 });
equal<typeof missing, Invalid<{ missing: number }>>(true);
const count: number = missing.payload.missing;
equal<ReturnType<typeof invalid<string>>, Invalid<string>>(true);
const nothing: Invalid<undefined> = invalid();
// @ts-expect-error only `invalid` makes one
const forged: Invalid = { payload: 1 };
// @ts-expect-error there is nothing more to say than one payload
invalid(1, 2);

const buy: LongFormMove<Shop> = {
  move: ({ G, playerID }, n: number) => { G.gold[playerID] -= n * G.price; },
  validate: ({ G, ctx, playerID, random, log, events }, n: number) => {
    void [ctx.turn, random, log, events];
    if (n < 1) return false;
    if (n > 9) return INVALID_MOVE;
    const short = n * G.price - G.gold[playerID];
    return short <= 0 || invalid({ short });
  },
};
const silent: LongFormMove<Shop> = { move: () => invalid('never'), validate: () => {} };
// @ts-expect-error an answer, not a text of one's own
const talkative: LongFormMove<Shop> = { move: () => {}, validate: () => 'too dear' };
// @ts-expect-error validate is synchronous
const late: LongFormMove<Shop> = { move: () => {}, validate: async () => true };
const wrongState: LongFormMove<Shop> = {
  move: () => {},
  // @ts-expect-error not in the state
  validate: ({ G }) => G.silver > 0,
};

// canMove and legalMoves.

const game = {
  setup: () => ({ gold: {}, price: 2 }),
  moves: {
    buy: { move: ({ G }, n: number) => { G.price += n; }, validate: ({ G }, n: number) => G.price > n || invalid({ short: n - G.price }) },
    gift: (_, to: string, n = 1) => { void [to, n]; },
    pass: ({ events }) => events.endTurn(),
  },
  turn: { stages: { haggle: { moves: { offer: (_, price: number) => { void price; } } } } },
  ai: { enumerate: (G) => [{ move: 'buy', args: [G.price] }, { move: 'pass' }, { event: 'endTurn' }] },
} satisfies Game<Shop>;

const client = Client({ game });
const can: boolean = client.canMove('buy', 3);
client.canMove('gift', '1');
client.canMove('gift', '1', 2);
client.canMove('pass');
client.canMove('offer', 4);
// @ts-expect-error there is no such move
client.canMove('sell', 3);
// @ts-expect-error a number of things
client.canMove('buy', '3');
// @ts-expect-error how many?
client.canMove('buy');
// @ts-expect-error one too many
client.canMove('pass', 1);
// @ts-expect-error each move has arguments of its own
client.canMove('gift', 2);
// @ts-expect-error which move?
client.canMove();

for (const legal of client.legalMoves()) {
  equal<typeof legal.move, 'buy' | 'gift' | 'pass' | 'offer'>(true);
  if (legal.move === 'buy') equal<typeof legal.args, [n: number]>(true);
  if (legal.move === 'gift') equal<(typeof legal.args)[0], string>(true);
  // @ts-expect-error there is no such move
  if (legal.move === 'sell') break;
  // @ts-expect-error events are not among them
  void legal.event;
}
for (const legal of client.legalMoves()) void client.act(legal).confirmed;
equal<ReturnType<typeof client.act>, Handle>(true);
client.act({ move: 'buy', args: [3] });
// @ts-expect-error there is no such move
client.act({ move: 'sell', args: [3] });
// @ts-expect-error the arguments of another move
client.act({ move: 'buy', args: ['1', 2] });
const canBuyFour = client.legalMoves().some(({ move, args }) => move === 'buy' && args[0] === 4);
const { canMove, legalMoves } = client;
canMove('pass');
legalMoves().at(0);

const plain = Client({ game: game as Game<Shop> });
plain.canMove('anything', 1, 'two');
plain.act({ move: 'anything', args: [1, 'two'] });
const anyMove: LegalMove | undefined = plain.legalMoves()[0];
equal<LegalMove, { move: string; args: any[] }>(true);
let anyClient: Client = client;
anyClient = plain;
const other: Client<Game<Shop>> = client;

// The state.

const { canUndo, canRedo, lastError } = client.getState();
equal<typeof canUndo, boolean>(true);
equal<typeof canRedo, boolean>(true);
equal<typeof lastError, DeepReadonly<ActionError<{ short: number }>> | null>(true);
if (lastError?.type === 'action/invalid_move') void [lastError.payload?.short, lastError.message.length];
// @ts-expect-error there may be none
lastError.type;
// @ts-expect-error no such type
void (lastError?.type === 'action/no_such_error');
// @ts-expect-error states do not change
client.getState().canUndo = false;
client.subscribe((state) => state.lastError?.message);

// turn.onMove's `move`, disableLog.

const turn: TurnConfig<Shop> = {
  onMove: ({ G, playerID, move }) => {
    equal<typeof move.name, string>(true);
    if (move.args.length > 1) G.gold[playerID] = move.args[0];
    // @ts-expect-error it has been made
    move.name = 'gift';
  },
  // @ts-expect-error onMove alone is told of the move
  onEnd: ({ move }) => move,
};
const told = ({ move, playerID }: OnMoveContext<Shop>) => `${playerID}: ${move.name}(${move.args.join()})`;
legacyGame({
  setup: () => ({ last: '' }),
  turn: { onMove: (G: { last: string }, ctx) => { G.last = `${ctx.playerID} ${ctx.move.name}`; } },
  moves: {
    go: () => invalid('no'),
    say: { move: (G, ctx, word: string) => { G.last = word; }, validate: (G, ctx, word: string) => G.last !== word && ctx.playerID !== '3' },
  },
});
legacyGame({
  // @ts-expect-error in the positional style, too, an answer is no text
  moves: { shout: { move: () => {}, validate: (G, ctx) => ctx.playerID } },
});
const quiet: Game<Shop> = { disableLog: true };
// @ts-expect-error true or false
const loud: Game<Shop> = { disableLog: 'yes' };

// Under compat actions answer nothing, as in boardgame.io.

const compat = Client({ game: { ...game, compat: '0.50' } });
equal<ReturnType<typeof compat.moves.pass>, undefined>(true);
equal<ReturnType<typeof compat.undo>, undefined>(true);
equal<ReturnType<typeof compat.events.endTurn>, undefined>(true);
equal<ReturnType<typeof compat.act>, undefined>(true);
// @ts-expect-error no handle
compat.moves.pass().status;
compat.canMove('buy', 1);
equal<ReturnType<typeof client.moves.buy>, Handle<{ short: number }>>(true);
equal<ReturnType<typeof client.moves.pass>, Handle<never>>(true);

export {
  anyClient, anyMove, buy, can, canBuyFour, count, forged, late, loud, nothing, other, quiet, silent, talkative, told, turn, wrongState,
};
