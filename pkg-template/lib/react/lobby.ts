import { Component, createElement } from 'react';
import { makeLobbyStore } from '../lobby/lobby-store.js';
import { lobbyView, rendererArgs } from '../lobby/lobby-view.js';
import { Client } from './client.js';
import { follow } from '../client/follow.js';
import type { LobbyOptions, LobbyStore, Shown } from '../lobby/lobby-store.js';
import type { LobbyProps } from '../../types/react.js';
import type { Foreign } from '../util/foreign.js';
import type { ReactNode } from 'react';
import type { Followable } from '../../types/game.js';

/** Component that shows a store with a client's interface. The store runs while the component is mounted. */
class Following<Props> extends Component<Props> {
  /** @internal */
  release: () => void;
  /** @internal */
  read: () => Foreign;
  /** @internal */
  subscribe: (fn: () => void) => () => void;

  /** @internal */
  constructor(props: Props, followed: Followable<Foreign>) {
    super(props);
    const { read, subscribe } = follow(followed);
    this.release = () => {};
    this.read = read;
    this.subscribe = subscribe;
  }

  /** @internal */
  componentDidMount() {
    const rendered = this.read();
    this.release = this.subscribe(() => this.forceUpdate());
    // The store has started, and may show another state at once.
    if (this.read() !== rendered) this.forceUpdate();
  }

  /** @internal */
  componentWillUnmount() {
    this.release();
  }
}

/**
 * Shows the matches of a lobby server; creates, joins, leaves and plays them. It is boardgame.io's component.
 *
 * @example
 * <Lobby gameServer={url} lobbyServer={url} gameComponents={[{ game, board: Board }]} />
 */
export class Lobby extends Following<LobbyProps> {
  /** @internal */
  store: LobbyStore;

  /** @internal */
  static defaultProps = { debug: false, clientFactory: Client, refreshInterval: 2000 };

  /** @internal */
  constructor(props: LobbyProps) {
    // `defaultProps` supply missing props.
    const store = makeLobbyStore(props as LobbyOptions);
    super(props, store);
    this.store = store;
  }

  /** @internal */
  componentDidMount() {
    // A hidden component gets no updates.
    this.store.update(this.props as LobbyOptions);
    super.componentDidMount();
  }

  /** @internal */
  componentDidUpdate() {
    this.store.update(this.props as LobbyOptions);
  }

  render(): ReactNode {
    const state = this.read();
    const { store, props: { gameComponents, renderer } } = this;
    if (!renderer) return lobbyView(element, { store, state, gameComponents, show });
    return renderer(rendererArgs({ store, state, gameComponents }));
  }
}

function show({ app, ...seat }: NonNullable<Shown['runningMatch']>) {
  return createElement(app, seat);
}

function element(tag: string, { class: className, onInput: onChange, onKeypress: onKeyPress, ...rest }: Foreign, ...children: Foreign[]) {
  return createElement(tag, { className, onChange, onKeyPress, ...rest }, ...children);
}
