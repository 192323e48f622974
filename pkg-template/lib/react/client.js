import { createElement } from 'react';
import { boardProps, moveSeat } from '../client/board.js';
import { Client as makeClient } from '../client/client.js';
import { Following } from './following.js';

/**
 * A component that plays a match of a game and shows it with a board, as boardgame.io's does. Each that is mounted has a
 * client of its own, which a ref finds as `ref.current.client`.
 *
 * @param {any} options those of `Client` in react.d.ts
 */
export function Client({ board, loading = Connecting, debug, ...options }) {
  const isMultiplayer = Boolean(options.multiplayer);

  return class WrappedBoard extends Following {
    static defaultProps = { matchID: 'default', playerID: null, credentials: null, debug: true };

    constructor(props) {
      const { matchID, playerID, credentials } = props;
      const client = makeClient({ ...options, debug: debug ?? props.debug, matchID, playerID, credentials });
      super(props, client);
      this.client = client;
    }

    componentDidUpdate(previous) {
      moveSeat(this.client, previous, this.props);
    }

    render() {
      const state = this.read();
      if (state === null) return createElement(loading);
      const shown = board && createElement(board, boardProps(this.client, state, this.props, isMultiplayer));
      return createElement('div', { className: 'bgio-client' }, shown);
    }
  };
}

function Connecting() {
  return createElement('div', { className: 'bgio-loading' }, 'connecting...');
}
