import { h, ref, type ComputedRef } from 'vue';
import type { DeepReadonly, Game } from 'rondel';
import { Client, keepSeat, makeLobby, type Connection, type KeptSeat, type Lobby as LobbyOfAnyPage } from 'rondel/client';
import { defineGame } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { Component, createElement, createRef, memo, type ComponentType } from 'react';
import { Client as ReactClient, Lobby, useClient, useGame, useLegalMoves, useMatchData, usePending, useRefusal, useLobby, type BoardProps, type BoardPropsOf, type LoadingProps } from 'rondel/react';
import { Client as VueClient, Lobby as VueLobby, useClient as useVueClient, useGame as useVueGame, useChat as useVueChat, useLegalMoves as useVueLegalMoves, useLobby as useVueLobby, type LobbyProps as VueLobbyProps } from 'rondel/vue';
import { equal } from './equal.js';

const game = {
  setup: () => ({ cells: [] as string[] }),
  moves: { click: ({ G }, id: number) => { G.cells[id] = 'x'; } },
} satisfies Game<{ cells: string[] }>;

const client = Client({ game });
const online = Client({ game, multiplayer: Local() });

export function Board() {
  const { G, ctx, isActive } = useGame(client);
  equal<typeof G.cells, DeepReadonly<string[]>>(true);
  const count = useGame(client, (state) => state.G.cells.length);
  equal<typeof count, number>(true);
  const maybe = useGame(online);
  // @ts-expect-error null before the first answer
  maybe.G;
  // @ts-expect-error no such field
  useGame(client, (state) => state.G.cell);
  return <button disabled={!isActive} onClick={() => client.moves.click(count)}>{ctx.currentPlayer}</button>;
}

const Waiting = ({ connection, reconnect }: LoadingProps) => <button onClick={reconnect}>{connection.reason?.message}</button>;
ReactClient({ game, loading: Waiting });
ReactClient({ game, loading: () => <p>wait</p> });
// @ts-expect-error it is handed no G
ReactClient({ game, loading: ({ G }: { G: object }) => <p>{String(G)}</p> });
const { connection: ofBoard, reconnect: again } = {} as BoardPropsOf<typeof game>;
equal<typeof ofBoard, Connection>(true);
again();

export function useLines() {
  const status = useGame(online, (state, connection) => (state === null ? connection.status : 'shown'));
  equal<typeof status, 'shown' | Connection['status']>(true);
  const inVue = useVueGame(online, (_, connection) => connection);
  equal<typeof inVue.value, Connection>(true);
  const store = { getState: () => 1, subscribe: () => () => {}, start() {}, stop() {} };
  const ofStore = useGame(store, (n, connection) => [n, connection] as const);
  equal<typeof ofStore, readonly [number, undefined]>(true);
  // @ts-expect-error no such status
  useGame(online, (_, connection) => connection.status === 'online');
}

export function setup() {
  const state = useVueGame(client);
  equal<typeof state.value.G.cells, DeepReadonly<string[]>>(true);
  const count: ComputedRef<number> = useVueGame(ref(client), ({ G }) => G.cells.length);
  useVueGame(() => client, ({ ctx }) => ctx.phase);
  const maybe = useVueGame(online, (shown) => shown?.G);
  // @ts-expect-error null before the first answer
  maybe.value.cells;
  // @ts-expect-error read-only
  count.value = 3;
}

export function Beside() {
  const legal = useLegalMoves(online);
  equal<(typeof legal)[number], { move: 'click'; args: [id: number] }>(true);
  equal<ReturnType<typeof usePending>, number>(true);
  const why: string | undefined = useRefusal(client)?.message;
  const names = useMatchData(online)?.map(({ name }) => name);
  // @ts-expect-error a store has no moves
  useLegalMoves({ getState: () => 1, subscribe: () => () => {}, start() {}, stop() {} });
  return <p>{why}{names}{legal.length + usePending(client)}</p>;
}

export function besides() {
  const legal = useVueLegalMoves(ref(client));
  equal<(typeof legal.value)[number]['move'], 'click'>(true);
  return [legal, useVueChat(() => online).value[0]?.payload];
}

// Components of boardgame.io's kind.

interface Cells {
  cells: string[];
}
interface TitledProps extends BoardProps<Cells> {
  title: string;
}
const Titled = ({ G, ctx, moves, events, undo, redo, reset, log, matchData, nextMatchID, chatMessages, notices, isMultiplayer, title }: TitledProps) => {
  equal<typeof G, Cells>(true);
  moves.click(1);
  events.endTurn();
  sum(undo, redo, reset, log[0]?.turn, matchData?.[0]?.name, nextMatchID?.length, chatMessages[0]?.payload, notices[0]?.text, isMultiplayer, title.length);
  // @ts-expect-error no such field
  ctx.player;
  return <p>{G.cells.length}</p>;
};
declare function sum(...values: unknown[]): void;

class ClassBoard extends Component<BoardProps<Cells> & { extra?: number }> {
  override render() {
    return <p onClick={() => this.props.sendChatMessage('hi')}>{this.props.G.cells[0]}</p>;
  }
}

const App = ReactClient({ game, board: Titled, numPlayers: 3, debug: false, loading: () => <i /> });
const Plain = ReactClient({ game, board: ClassBoard, multiplayer: Local() });
const Loose = ReactClient({ game, board: (props: any) => props.G });
const Empty = ReactClient({ game });
const Generic = ReactClient<Cells, TitledProps>({ game: { setup: () => ({ cells: [] }) }, board: Titled });
const Typed = ReactClient({ game, board: ({ moves }: BoardProps<Cells, typeof game>) => {
  moves.click(2);
  // @ts-expect-error a cell is a number
  moves.click('2');
  // @ts-expect-error there is no such move
  moves.clack(2);
  return null;
} });
const loose = { setup: () => ({ cells: [null, null] }), moves: { click: ({ G }) => { G.cells = []; } } } satisfies Game<Cells | { cells: null[] }>;
export const other = ReactClient({ game: loose, board: ({ G }: BoardProps<Cells | { cells: null[] }>) => <p>{G.cells.length}</p> });
const app = createRef<InstanceType<typeof App>>();
export const components = [
  <App title="x" matchID="m" playerID="0" credentials="c" debug={false} ref={app} />,
  <Plain playerID={null} extra={3} />,
  <Plain />,
  <Loose anything={1} />,
  <Empty matchID="m" />,
  <Generic title="x" />,
  <Typed />,
  // @ts-expect-error the title is missing
  <App />,
  // @ts-expect-error a title is a string
  <App title={3} />,
  // @ts-expect-error a match has a string for a name
  <Plain matchID={3} />,
];
app.current?.client.moves.click(1);
// @ts-expect-error a cell is a number
app.current?.client.moves.click('1');
// @ts-expect-error a board of another game
ReactClient({ game, board: ({ G }: BoardProps<{ cells: number }>) => G.cells });
// @ts-expect-error the component is handed it
ReactClient({ game, playerID: '0' });
// @ts-expect-error no such option
ReactClient({ game, bord: Titled });
equal<typeof App extends ComponentType<{ title: string }> ? true : false, true>(true);

// The `G` that `playerView` returns.

const secret = defineGame({
  setup: () => ({ deck: [1, 2] }),
  moves: { draw: ({ G }, count: number) => { G.deck.length -= count; } },
  phases: { play: { start: true } },
  playerView: ({ G }) => ({ deck: G.deck.length }),
});
export const Secret = ReactClient({ game: secret, board: ({ G, moves, events }: BoardPropsOf<typeof secret>) => {
  equal<typeof G, { readonly deck: number }>(true);
  moves.draw(2);
  events.setPhase('play');
  // @ts-expect-error a count is a number
  moves.draw('2');
  // @ts-expect-error no such phase
  events.setPhase('paly');
  return <p>{G.deck}</p>;
} });
// @ts-expect-error a board that shows what players do not see
ReactClient({ game: secret, board: ({ G }: BoardProps<{ deck: number[] }>) => <p>{G.deck[0]}</p> });
const titled = ReactClient({ game: secret, board: ({ G, title }: BoardPropsOf<typeof secret> & { title: string }) => <p title={title}>{G.deck}</p> });
export const titledSecret = createElement(titled, { title: 'x' });
// @ts-expect-error the title is missing
createElement(titled, {});

// A board that is written in place, and one without props.

ReactClient({ game: secret, board: ({ G, moves, events }) => {
  equal<typeof G, { readonly deck: number }>(true);
  moves.draw(2);
  events.setPhase('play');
  // @ts-expect-error a count is a number
  moves.draw('2');
  // @ts-expect-error there is no such move
  moves.drwa(2);
  // @ts-expect-error no such phase
  events.setPhase('paly');
  return <p>{G.deck}</p>;
} });
ReactClient({ game: secret, board: (props) => <p onClick={() => props.moves.draw(props.G.deck)} /> });
ReactClient({ game: secret, board: () => <p /> });
const NoProps = () => <p />;
ReactClient({ game: secret, board: NoProps });
ReactClient({ game, board: NoProps });
class NoPropsClass extends Component { override render() { return null; } }
ReactClient({ game: secret, board: NoPropsClass });
ReactClient({ game: secret, board: memo(({ G }: BoardPropsOf<typeof secret>) => <p>{G.deck}</p>) });
ReactClient({ game: {
  setup: () => ({ n: 0 }),
  moves: { add: ({ G }, count: number) => { G.n += count; } },
}, board: ({ G, moves }) => <p onClick={() => moves.add(G.n)} /> });
ReactClient<Cells>({ game, board: ({ G, moves }) => <p onClick={() => moves.click?.(1)}>{G.cells[0]}</p> });
class OtherBoard extends Component<BoardProps<{ hands: string[] }>> {}
// @ts-expect-error a board of another state
ReactClient<Cells>({ game, board: OtherBoard });

// The moves of a board.

const dealing = defineGame({ setup: () => ({ deck: [1] }), moves: { deal: ({ G }, count: number) => { G.deck.length -= count; } }, playerView: ({ G }) => ({ deck: G.deck.length }) });
const DealingBoard = ({ moves }: BoardPropsOf<typeof dealing>) => <p onClick={() => moves.deal(1)} />;
class DealingClass extends Component<BoardPropsOf<typeof dealing>> { override render() { return null; } }
ReactClient({ game: dealing, board: DealingBoard });
ReactClient({ game: dealing, board: DealingClass });
ReactClient({ game: dealing as Game, board: DealingBoard });
// @ts-expect-error a board of another game's moves
ReactClient({ game: secret, board: DealingBoard });
// @ts-expect-error a board of another game's moves
ReactClient({ game: secret, board: DealingClass });
const quiet = { compat: '0.50', setup: () => ({ cells: [] }), moves: { click: ({ G }) => { G.cells = []; } } } satisfies Game<Cells>;
ReactClient({ game: quiet, board: ClassBoard });
ReactClient({ game: quiet, board: ({ G }: BoardProps<Cells>) => <p>{G.cells[0]}</p> });

export function Seen() {
  const deck = useGame(useClient({ game: secret }), ({ G }) => G.deck);
  equal<typeof deck, number>(true);
  return <p>{deck}</p>;
}
export const seen = () => {
  const state = useVueGame(useVueClient({ game: secret, multiplayer: Local() }));
  equal<NonNullable<typeof state.value>['G'], { readonly deck: number }>(true);
};

export function Match({ playerID }: { playerID: string }) {
  const own = useClient({ game, playerID, numPlayers: 2 });
  own.moves.click(3);
  // @ts-expect-error a cell is a number
  own.moves.click('3');
  const cells: string[] = useGame(own, ({ G }) => G.cells);
  const remote = useClient({ game, playerID, multiplayer: Local() });
  // @ts-expect-error null before the first answer
  useGame(remote).G;
  // @ts-expect-error no such option
  useClient({ game, player: '0' });
  return <p>{cells}</p>;
}

export function setupClient(props: { playerID: string }) {
  useVueClient({ game }).moves.click(3);
  const own = useVueClient(() => ({ game, playerID: props.playerID, multiplayer: Local() }));
  own.moves.click(3);
  // @ts-expect-error a cell is a number
  own.moves.click('3');
  // @ts-expect-error null before the first answer
  own.getState().G;
  VueClient({ game, board: { props: ['G'] } });
  // @ts-expect-error the component is handed it
  VueClient({ game, playerID: '0' });
}

// Lobbies.

export const lobbies = [
  <Lobby gameComponents={[{ game, board: Titled }]} lobbyServer="x" gameServer="y" refreshInterval={3} debug={false} />,
  <Lobby
    gameComponents={[{ game, board: ClassBoard }]}
    clientFactory={ReactClient}
    renderer={({ matches, phase, runningMatch, handleJoinMatch, handleEnterLobby }) => {
      handleEnterLobby('Alice');
      const [newest] = matches.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
      void handleJoinMatch('cells', newest.matchID, String(newest.players[0].id));
      // @ts-expect-error no such phase
      if (phase === 'wait') return null;
      return runningMatch ? <runningMatch.app {...runningMatch} /> : phase;
    }}
  />,
  // @ts-expect-error no games
  <Lobby />,
  // @ts-expect-error a game without a board
  <Lobby gameComponents={[{ game }]} />,
];
h(VueLobby, { gameComponents: [{ game, board: {} }], lobbyServer: 'x' });
// @ts-expect-error a number
export const unpunctual: VueLobbyProps = { gameComponents: [], refreshInterval: 'x' };

/** A page with a lobby of its own look. */
export function Hall() {
  const { matches, error, isBusy, seat, ownSeats, create, join, goTo, playAgain } = useLobby({ games: [], server: 'https://play.example', seats: keepSeat(() => sessionStorage) });
  equal<typeof error, string>(true);
  const made: Promise<string | undefined> = create('cells', { numPlayers: 2 });
  void [made, join('cells', 'm', '0'), playAgain({ numPlayers: 3, bots: { 2: 'hard' } })];
  equal<typeof isBusy, boolean>(true);
  for (const own of ownSeats) goTo(own.gameName, own.matchID, own.playerID);
  // @ts-expect-error which match?
  goTo('cells');
  // @ts-expect-error for how many?
  create('cells', {});
  // @ts-expect-error nobody has found a match yet
  seat.matchID;
  return <p>{matches.length}</p>;
}
/** The same without a framework. */
const lobby = makeLobby({ games: [], server: 'https://play.example' });
equal<typeof lobby, LobbyOfAnyPage>(true);
lobby.subscribe(({ seat, isBusy }) => void [seat?.matchID, isBusy]);
// @ts-expect-error for how many?
lobby.actions.create('cells', {});
// @ts-expect-error of which games?
makeLobby({ server: 'https://play.example' });
const kept = keepSeat(localStorage).recall('m');
equal<typeof kept, KeptSeat | null>(true);
// @ts-expect-error without credentials nobody has a seat
keepSeat().keep({ matchID: 'm', playerID: '0' });
// @ts-expect-error no storage
keepSeat('localStorage');

const inVue = useVueLobby({ games: [] });
equal<typeof inVue.error, ComputedRef<string>>(true);
void inVue.leave();
