import { defineComponent, h, toRaw, watch } from 'vue';
import { makeLobbyStore } from '../lobby/lobby-store.js';
import { lobbyView, rendererArgs } from '../lobby/lobby-view.js';
import { Client } from './client.js';
import { useStateOf } from './game-hook.js';
import type { LobbyOptions, Shown } from '../lobby/lobby-store.js';
import type { GameComponent, LobbyComponent } from '../../types/vue.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Shows the matches of a lobby server; creates, joins, leaves and plays them. The default slot replaces its design.
 *
 * @example
 * // <Lobby :gameServer="url" :lobbyServer="url" :gameComponents="[{ game, board: Board }]" />
 */
export const Lobby = defineComponent({
  name: 'RondelLobby',
  props: {
    gameComponents: { type: Array, required: true },
    lobbyServer: String,
    gameServer: String,
    debug: { type: null, default: false },
    clientFactory: { type: Function, default: Client },
    refreshInterval: { type: Number, default: 2000 },
  },
  setup(props, { slots }) {
    const store = makeLobbyStore(optionsIn(props));
    const { state: shown } = useStateOf(store);
    watch(() => optionsIn(props), (next) => store.update(next));
    return () => {
      const { gameComponents } = optionsIn(props);
      const state = shown.value;
      if (slots.default) return slots.default(rendererArgs({ store, state, gameComponents }));
      return lobbyView(element, { store, state, gameComponents, show });
    };
  },
}) as unknown as LobbyComponent;

/** Returns the options without Vue's proxies around games and boards. */
function optionsIn(props: { gameComponents: readonly unknown[] }): LobbyOptions {
  const gameComponents = toRaw(props.gameComponents as readonly GameComponent[]).map((component) => {
    const { game, board, bots } = toRaw(component);
    return { game: toRaw(game), board: toRaw(board), bots: toRaw(bots) };
  });
  return { ...props, gameComponents } as unknown as LobbyOptions;
}

function show({ app, ...seat }: NonNullable<Shown['runningMatch']>) {
  return h(app, seat);
}

function element(tag: string, attributes: Foreign, ...children: Foreign[]) {
  return h(tag, attributes, children);
}
