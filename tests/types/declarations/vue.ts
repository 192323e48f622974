import { defineComponent, h } from 'vue';
import { Local } from 'rondel/multiplayer';
import { type BoardPropsOf, Client, Lobby, useChat, useClient, useGame, useLegalMoves, useLobby, useMatchData, usePending, useRefusal } from 'rondel/vue';
import { game } from './game.js';

export type Props = BoardPropsOf<typeof game>;

export const Board = defineComponent({
  props: { title: { type: String, required: true } },
  setup: (props) => () => h('p', props.title),
});

export const App = Client({ game, board: Board });
export const Online = Client({ game, board: Board, multiplayer: Local() });
export const Inline = Client({ game, board: ({ G }) => h('p', G.table.length) });
export { Lobby };

export function useCards() {
  const own = useClient({ game });
  return {
    own, state: useGame(own), table: useGame(own, ({ G }) => G.table), chat: useChat(own), moves: useLegalMoves(own), players: useMatchData(own), pending: usePending(own),
    refusal: useRefusal(own), lobby: useLobby({ games: [game] }),
  };
}
