import { Local } from 'rondel/multiplayer';
import { type BoardPropsOf, Client, Lobby, useChat, useClient, useGame, useLegalMoves, useLobby, useMatchData, usePending, useRefusal } from 'rondel/react';
import { client, game } from './game.js';

export type Props = BoardPropsOf<typeof game> & { title: string };

export function Board({ G, title, moves, ctx }: Props) {
  return <button onClick={() => moves.play(0)}>{title}: {G.table.length} {ctx.phase}</button>;
}

export const App = Client({ game, board: Board });
export const Online = Client({ game, board: Board, multiplayer: Local() });
export const Inline = Client({ game, board: ({ G }) => <>{G.table.length}</> });
export const app = <App title="cards" matchID="m" />;
export const lobby = <Lobby gameComponents={[{ game, board: Board }]} />;
export { Lobby };

export function useCards() {
  const own = useClient({ game });
  return {
    own, state: useGame(own), table: useGame(own, ({ G }) => G.table), chat: useChat(own), moves: useLegalMoves(own), players: useMatchData(own), pending: usePending(own),
    refusal: useRefusal(own), other: useGame(client), lobby: useLobby({ games: [game] }),
  };
}
