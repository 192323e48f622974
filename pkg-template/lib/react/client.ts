import { Component, createElement } from 'react';
import { boardProps, loadingProps, loadingText, moveSeat, seatOf } from '../client/board.js';
import { Client as makeClient } from '../client/client.js';
import { watchRecreation } from '../client/recreated-client.js';
import { isDevelopment } from '../util/environment.js';
import { isQuiet } from '../util/print.js';
import { ClientContext } from './client-context.js';
import { useGame } from './game-hook.js';
import type { BoardProps, BoardPropsOf, LoadingProps } from '../../types/board.js';
import type { Falsy, Multiplayer } from '../../types/client.js';
import type { UnnamedAPIs } from '../../types/game.js';
import type { Declared } from '../../types/inferred.js';
import type { ClientComponent, Fitting, ReactClientOpts } from '../../types/react.js';
import type { Seat } from '../client/board.js';
import type { Client as RawClient } from '../client/client.js';
import type { Foreign } from '../util/foreign.js';

/** Data of a shown match. `given` are the props of the page. */
interface MatchProps {
  client: RawClient<Foreign, Foreign>;
  given: object;
  board: Foreign;
  loading: Foreign;
  isMultiplayer: boolean;
}

/**
 * Creates a component that plays a match and shows it with a board, as in boardgame.io. The board receives all props except `matchID`,
 * `playerID`, `credentials` and `debug`. A ref to the component has the `client`.
 *
 * @example
 * const App = Client({ game, board: Board, multiplayer: SocketIO({ server: 'localhost:8000' }) });
 * root.render(<App matchID="m" playerID="0" />);
 */
export function Client<
  G = any,
  B extends object = {},
  P extends object = UnnamedAPIs,
  T extends object = object,
  M extends Multiplayer | Falsy = undefined,
>(options: ReactClientOpts<G, B, P, T, M> & { board?: Fitting<B, BoardPropsOf<Declared<G, P, T>>> }): ClientComponent<Omit<B, keyof BoardProps>, RawClient<Declared<G, P, T>, M>>;
export function Client({ board, loading = Connecting, debug, ...options }: Foreign): ClientComponent {
  const isMultiplayer = Boolean(options.multiplayer);
  const watch = isDevelopment() && !isQuiet({ ...options, debug }) ? watchRecreation(board) : undefined;

  return class WrappedBoard extends Component {
    seat: Seat;
    client: MatchProps['client'];

    static defaultProps = { matchID: 'default', playerID: null, credentials: null, debug: true };

    constructor(props: Foreign) {
      super(props);
      this.seat = seatOf(props);
      this.client = makeClient({ ...options, ...this.seat, debug: debug ?? props.debug });
    }

    componentDidMount() {
      watch?.shown();
      this.takeSeat();
    }

    componentDidUpdate() {
      this.takeSeat();
    }

    /** Applies changed props. A hidden component gets no updates, and is mounted when it is shown again. */
    takeSeat() {
      const before = this.seat;
      this.seat = seatOf(this.props);
      moveSeat(this.client, before, this.seat);
    }

    componentWillUnmount() {
      watch?.gone();
    }

    render() {
      return createElement(Match, { client: this.client, given: this.props, board, loading, isMultiplayer });
    }
  };
}

/** A function component: a hidden class component is unmounted, so that the client would disconnect when its board suspends. */
function Match({ client, given, board, loading, isMultiplayer }: MatchProps) {
  const state = useGame(client);
  if (state === null) return createElement(loading, loadingProps(client));
  const shown = board && createElement(board, boardProps(client, state, given, isMultiplayer));
  return createElement(ClientContext.Provider, { value: client }, createElement('div', { className: 'bgio-client' }, shown));
}

function Connecting({ connection }: LoadingProps) {
  return createElement('div', { className: 'bgio-loading' }, loadingText(connection));
}
