// The state is the page's to read: what does not compile, and what goes on compiling.
import { defineComponent, h, type PropType } from 'vue';
import { useState } from 'react';
import type { Ctx, DeepReadonly, Game, PlayerID } from 'rondel';
import { Client, type Client as AnyClient, type Multiplayer, type ViewOf } from 'rondel/client';
import { defineGame } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { Client as ReactClient, useClient, useGame, type BoardProps, type BoardPropsOf } from 'rondel/react';
import { Client as VueClient, useGame as useVueGame } from 'rondel/vue';
import { equal } from './equal.js';

interface Tree {
  value: number;
  children: Tree[];
}
interface State {
  cells: (PlayerID | null)[];
  hands: Record<PlayerID, { cards: number[]; at: [row: number, column: number] }>;
  tree: Tree;
  stage: { kind: 'bid'; bids: number[] } | { kind: 'won'; by: PlayerID };
  word?: string;
  given: readonly string[];
  pair: readonly [string, number];
  line: [string, ...number[]];
  anything: any;
}

const game = defineGame({
  setup: (): State => JSON.parse('{}') as State,
  moves: { mark: ({ G, playerID }, cell: number) => { G.cells[cell] = playerID; G.hands[playerID].cards.push(cell); } },
});
const client = Client({ game });
const { G, ctx, log } = client.getState();

// Nothing of it is written.

// @ts-expect-error a field
G.word = 'x';
// @ts-expect-error an entry of a list
G.cells[0] = '1';
// @ts-expect-error a list grows by a move
G.cells.push('1');
// @ts-expect-error a list is sorted in place
G.cells.sort();
// @ts-expect-error a list is turned round in place
G.cells.reverse();
// @ts-expect-error a list is shortened
G.cells.splice(0, 1);
// @ts-expect-error a list is emptied
G.cells.length = 0;
// @ts-expect-error an entry of a record
G.hands['0'] = { cards: [], at: [0, 0] };
// @ts-expect-error a list within
G.hands['0'].cards.pop();
// @ts-expect-error a place
G.hands['0'].at[1] = 3;
// @ts-expect-error a place has two numbers
G.hands['0'].at.push(3);
// @ts-expect-error as deep as it goes
G.tree.children[0].children[0].value += 1;
// @ts-expect-error a list of a fixed beginning
G.line[1] = 3;
// @ts-expect-error it was read-only before
G.given[0] = 'x';
// @ts-expect-error it was read-only before
G.pair[1] = 2;
// @ts-expect-error a field goes by a move
delete G.word;
// @ts-expect-error the state's own fields
client.getState().G = G;
// @ts-expect-error ctx is the engine's
ctx.turn = 3;
// @ts-expect-error its lists, too
ctx.playOrder.reverse();
// @ts-expect-error the log
log.push(log[0]);
// @ts-expect-error an argument of an entry
log[0].action.payload.playerID = '1';
G.anything.at.all = 1;
client.subscribe((state) => {
  // @ts-expect-error a subscriber reads as well
  state.G.tree.value = 1;
});
Client({ game, multiplayer: Local() }).subscribe((state) => {
  // @ts-expect-error a subscriber online as well
  if (state) state.G.tree.value = 1;
});

// All that reads goes on, as if it were not read-only.

const pointsOf = ({ hands, cells }: State): number => Object.values(hands).flatMap(({ cards }) => cards).length + cells.length;
const sumOf = (cards: number[], [row, column]: [number, number]) => cards.reduce((sum, card) => sum + card, row + column);
const mine = (state: DeepReadonly<State>) => state.cells.filter((cell) => cell === '0');
const isOver = (ctx: Ctx) => ctx.gameover !== undefined;
declare const mutable: Pick<State, 'cells' | 'hands' | 'tree' | 'stage' | 'word' | 'given' | 'pair' | 'anything' | 'line'>;
export const read: unknown[] = [
  // `line` is the one kind of list that is not handed on.
  pointsOf({ ...G, line: ['', 1] }), sumOf(G.hands['0'].cards, G.hands['0'].at), mine(mutable), mine(G), isOver(ctx),
  [...G.cells].sort(), G.cells.slice().reverse(), G.cells.concat(['1']), Object.entries(G.hands), structuredClone(G.tree).children[0].value,
];
const [row, column] = G.hands['0'].at;
equal<[typeof row, typeof column], [number, number]>(true);
let best = G.cells;
best = best.filter((cell) => cell !== null);
best = ['0', null];
const cells: (PlayerID | null)[] = G.cells;
const sorted: number[] = [...G.hands['0'].cards].sort((a, b) => a - b);
if (G.stage.kind === 'bid') sorted.push(...G.stage.bids);
for (const child of G.tree.children) cells.push(String(child.value));
equal<(typeof G)['given'], readonly string[]>(true);
equal<DeepReadonly<any>, any>(true);
equal<DeepReadonly<unknown>, unknown>(true);
equal<DeepReadonly<string & { of: 'brand' }>, string & { of: 'brand' }>(true);
equal<DeepReadonly<(n: number) => void>, (n: number) => void>(true);

// Hooks and boards, of React and of Vue.

export function Page() {
  const state = useGame(client);
  const [hand, setHand] = useState(state.G.cells);
  setHand([...hand, '0']);
  const own = useGame(useClient({ game }), (shown) => shown.G.hands);
  // @ts-expect-error what useGame gives
  state.G.word = 'x';
  // @ts-expect-error what a selector picks
  own['0'].cards.push(1);
  return null;
}
export function setup() {
  const state = useVueGame(client);
  // @ts-expect-error what `v-model="state.G.word"` would write
  state.value.G.word = 'x';
  // @ts-expect-error of a list
  state.value.G.cells[0] = '1';
}
const Board = ({ G, moves }: BoardPropsOf<typeof game>) => {
  // @ts-expect-error a board reads
  G.word = 'x';
  // @ts-expect-error a board reads
  G.cells.sort();
  return <p onClick={() => moves.mark(pointsOf({ ...G, line: ['', 1] }))} />;
};
ReactClient({ game, board: Board });
export const built = <Board {...({} as BoardPropsOf<typeof game>)} G={mutable} />;
ReactClient({ game, board: ({ G }) => {
  // @ts-expect-error written in place, too
  G.word = 'x';
  return <p>{G.word}</p>;
} });
VueClient({ game, board: ({ G }) => {
  // @ts-expect-error written in place, too
  G.word = 'x';
  return h('p', G.word);
} });
VueClient({ game, board: defineComponent({
  props: { G: { type: Object as PropType<ViewOf<typeof game>>, required: true } },
  setup: (props) => () => {
    // @ts-expect-error as a prop
    props.G.word = 'x';
    return h('p', props.G.word);
  },
}) });
// A board of the mutable state fits: what is read-only may be handed to who does not know.
ReactClient({ game, board: ({ G }: BoardProps<Pick<State, 'cells' | 'hands'>>) => <p>{G.cells[0]}</p> });

// With boardgame.io's types the state is as it was there.

const plain: Game<State> = { setup: () => JSON.parse('{}') as State };
const plainState = Client({ game: plain }).getState();
equal<typeof plainState.G, State>(true);
plainState.G.cells.push('1');
export const Theirs = ({ G }: BoardProps<State>) => {
  G.cells.sort();
  G.word = 'x';
  return null;
};
export const Stricter = ({ G }: BoardProps<DeepReadonly<State>>) => {
  // @ts-expect-error asked for by name
  G.cells.sort();
  return null;
};
ReactClient({ game: plain, board: Theirs });
ReactClient({ game: plain, board: Stricter });
ReactClient({ game, board: Stricter });
equal<ViewOf<Game<State>>, State>(true);

// A client is one of its kind.

export const anyClient: AnyClient = client;
export const byState: AnyClient<Game<Omit<State, 'line'>>> = Client({ game: defineGame({ setup: () => ({} as Omit<State, 'line'>), moves: { a: () => {} } }) });
declare const local: AnyClient<typeof game>;
export const online: AnyClient<typeof game, Multiplayer> = local;
export const onlineToo: AnyClient<typeof game, Multiplayer> = Client({ game });
declare const remote: AnyClient<typeof game, Multiplayer>;
// @ts-expect-error its state may be null
export const never: AnyClient<typeof game> = remote;
