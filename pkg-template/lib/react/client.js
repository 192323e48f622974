import { Component, createElement } from 'react';
import { boardProps, loadingProps, loadingText, moveSeat, seatOf } from '../client/board.js';
import { Client as makeClient } from '../client/client.js';
import { watchRecreation } from '../client/recreated-client.js';
import { isDevelopment } from '../util/environment.js';
import { useGame } from './game-hook.js';

/**
 * A component that plays a match of a game and shows it with a board, as boardgame.io's does. Each that is mounted has a
 * client of its own, which a ref finds as `ref.current.client`.
 *
 * @param {any} options those of `Client` in react.d.ts
 */
export function Client({ board, loading = Connecting, debug, ...options }) {
  const isMultiplayer = Boolean(options.multiplayer);
  const watch = isDevelopment() && debug !== false ? watchRecreation(board) : undefined;

  return class WrappedBoard extends Component {
    static defaultProps = { matchID: 'default', playerID: null, credentials: null, debug: true };

    constructor(props) {
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

    /** A hidden component gets no updates, and is mounted when it shows again. */
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

/** A function, because a class that is hidden is unmounted: the client would disconnect whenever its board suspends. */
function Match({ client, given, board, loading, isMultiplayer }) {
  const state = useGame(client);
  if (state === null) return createElement(loading, loadingProps(client));
  const shown = board && createElement(board, boardProps(client, state, given, isMultiplayer));
  return createElement('div', { className: 'bgio-client' }, shown);
}

function Connecting({ connection }) {
  return createElement('div', { className: 'bgio-loading' }, loadingText(connection));
}
