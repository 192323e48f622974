import { createElement } from 'react';
import { makeLobbyStore } from '../lobby/lobby-store.js';
import { lobbyView, rendererArgs } from '../lobby/lobby-view.js';
import { Client } from './client.js';
import { Following } from './following.js';

/**
 * What shows matches to join, and plays them: boardgame.io's component, with its design or that of `renderer`.
 *
 * @extends {Following<import('../../react.d.ts').LobbyProps>}
 */
export class Lobby extends Following {
  static defaultProps = { debug: false, clientFactory: Client, refreshInterval: 2000 };

  /** @param {import('../../react.d.ts').LobbyProps} props */
  constructor(props) {
    // `defaultProps` fill in what the page has left out.
    const store = makeLobbyStore(/** @type {any} */ (props));
    super(props, store);
    this.store = store;
  }

  componentDidMount() {
    // A hidden component gets no updates.
    this.store.update(this.props);
    super.componentDidMount();
  }

  componentDidUpdate() {
    this.store.update(this.props);
  }

  /** @returns {import('react').ReactNode} */
  render() {
    const state = this.read();
    const { store, props: { gameComponents, renderer } } = this;
    if (!renderer) return lobbyView(element, { store, state, gameComponents, show });
    return renderer(rendererArgs({ store, state, gameComponents }));
  }
}

function show({ app, ...seat }) {
  return createElement(app, seat);
}

function element(tag, { class: className, onInput: onChange, onKeypress: onKeyPress, ...rest }, ...children) {
  return createElement(tag, { className, onChange, onKeyPress, ...rest }, ...children);
}
