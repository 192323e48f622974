// The boards of Vue's `Client`: what they declare is checked against the game, as React's are.
import { defineComponent, h, ref, type Component, type FunctionalComponent, type PropType } from 'vue';
import type { Game } from 'rondel';
import type { ViewOf } from 'rondel/client';
import { defineGame } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { Client, type BoardProps, type BoardPropsOf } from 'rondel/vue';
import { equal } from './equal.js';

interface Cells {
  cells: string[];
}
const game = defineGame({
  setup: () => ({ deck: [1, 2] }),
  moves: { draw: ({ G }, count: number) => { G.deck.length -= count; } },
  phases: { play: { start: true } },
  playerView: ({ G }) => ({ deck: G.deck.length }),
});
const cells = { setup: () => ({ cells: [] }), moves: { click: ({ G }, id: number) => { G.cells[id] = 'x'; } } } satisfies Game<Cells>;

// Boards that say nothing of the game.

Client({ game });
Client({ game, board: { props: ['G'] } });
Client({ game, board: { props: { G: Object, moves: { type: Object, required: true } }, template: '<p/>' } });
Client({ game, board: defineComponent({ props: ['G', 'moves'], setup: (props) => () => h('p', props.G.anything) }) });
Client({ game, board: defineComponent({ props: { G: Object, moves: Object }, setup: ({ G }) => () => h('p', G?.deck) }) });
Client({ game, board: defineComponent({ setup: () => () => h('p') }) });
Client({ game, board: { props: ['G'], setup: (props, { attrs }) => () => h('p', attrs, props.G) } });
Client({ game, board: () => h('p') });
Client({ game, board: (props: any) => h('p', props.G) });
Client({ game, board: {} as Component });
Client({ game, board: {} as FunctionalComponent });
Client({ game, board: undefined, loading: () => h('i') });

// A function that is written in place knows the game.

Client({ game, board: ({ G, moves, events }, { attrs }) => {
  equal<typeof G, { readonly deck: number }>(true);
  moves.draw(2);
  events.setPhase('play');
  // @ts-expect-error a count is a number
  moves.draw('2');
  // @ts-expect-error there is no such move
  moves.drwa(2);
  // @ts-expect-error no such phase
  events.setPhase('paly');
  return h('p', attrs, G.deck);
} });

// Boards that are declared alone.

const Typed = ({ G, moves }: BoardPropsOf<typeof game>) => h('p', { onClick: () => moves.draw(1) }, G.deck);
const Functional: FunctionalComponent<BoardPropsOf<typeof game>> = ({ G, moves }) => h('p', { onClick: () => moves.draw(1) }, G.deck);
const Defined = defineComponent({
  props: {
    G: { type: Object as PropType<ViewOf<typeof game>>, required: true },
    moves: { type: Object as PropType<BoardPropsOf<typeof game>['moves']>, required: true },
    isActive: Boolean,
  },
  setup: (props) => () => h('p', { onClick: () => props.moves.draw(1) }, props.G.deck),
});
const BySetup = defineComponent((props: BoardPropsOf<typeof game>) => () => h('p', props.G.deck), { props: ['G'] });
const ofState = ({ G, moves }: BoardProps<Cells>) => h('p', { onClick: () => moves.click?.(1) }, G.cells[0]);
Client({ game, board: Typed });
Client({ game, board: Functional });
Client({ game, board: Defined });
Client({ game, board: BySetup });
Client({ game: cells, board: ofState });
Client({ game: cells as Game<Cells>, board: ofState });
Client<Cells>({ game: cells, board: ofState });
Client({ game, multiplayer: Local(), board: Defined });
// @ts-expect-error a board of another game
Client({ game: cells, board: Typed });
// @ts-expect-error a board of another game
Client({ game: cells, board: Functional });
// @ts-expect-error a board of another game
Client({ game: cells, board: Defined });
// @ts-expect-error a board of another game
Client({ game: cells, board: BySetup });
// @ts-expect-error a board of another game
Client({ game, board: ofState });
// @ts-expect-error a board that shows what players do not see
Client({ game, board: ({ G }: BoardProps<{ deck: number[] }>) => h('p', G.deck[0]) });
Client({
  game,
  // @ts-expect-error a board that shows what players do not see
  board: defineComponent({ props: { G: { type: Object as PropType<{ deck: number[] }>, required: true } }, setup: () => () => h('p') }),
});
// @ts-expect-error a board is a component
Client({ game, board: 3 });

// What the page gives the board, and a ref finds.

const Titled = Client({ game, multiplayer: Local(), board: ({ title, G }: BoardPropsOf<typeof game> & { title: string }) => h('p', { title }, G.deck) });
h(Titled, { title: 'x', matchID: 'm' });
// @ts-expect-error the title is missing
h(Titled, { matchID: 'm' });
// @ts-expect-error a title is a string
h(Titled, { title: 3 });
h(Client({ game, board: Defined }), { playerID: '0' });
h(Client({ game, board: Defined }));
h(Client({ game }));
h(Client({ game, board: (props: any) => props.G }), { whatever: 1 });
const shown = ref<InstanceType<typeof Titled> | null>(null);
shown.value?.client.moves.draw(1);
// @ts-expect-error a count is a number
shown.value?.client.moves.draw('1');
// @ts-expect-error null before the first answer
shown.value?.client.getState().G;
