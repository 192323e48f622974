import { defineComponent, h, toRaw, watch } from 'vue';
import { makeLobbyStore } from '../lobby/lobby-store.js';
import { lobbyView, rendererArgs } from '../lobby/lobby-view.js';
import { Client } from './client.js';
import { useStateOf } from './game-hook.js';

/** What shows matches to join, and plays them: as `Lobby` of `rondel/react`, with a slot in the place of `renderer`. */
export const Lobby = /** @type {typeof import('../../vue.d.ts').Lobby} */ (defineComponent({
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
}));

/** Games and boards as the page has them: inside `reactive()` they are proxies. */
function optionsIn(props) {
  const gameComponents = toRaw(props.gameComponents).map((component) => {
    const { game, board, bots } = toRaw(component);
    return { game: toRaw(game), board: toRaw(board), bots: toRaw(bots) };
  });
  return { ...props, gameComponents };
}

function show({ app, ...seat }) {
  return h(app, seat);
}

function element(tag, attributes, ...children) {
  return h(tag, attributes, children);
}
