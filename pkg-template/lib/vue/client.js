import { camelize, defineComponent, h, onBeforeUnmount, onMounted } from 'vue';
import { boardProps } from '../client/board.js';
import { watchMaking } from '../client/made-anew.js';
import { isDevelopment } from '../util/environment.js';
import { useClient } from './client-hook.js';
import { useStateOf } from './game-hook.js';

/**
 * A component that plays a match of a game and shows it with a board, as that of `rondel/react` does. A board gets those of
 * boardgame.io's props that it declares.
 *
 * @param {any} options those of `Client` in vue.d.ts
 */
export function Client({ board, loading = Connecting, debug, ...options }) {
  const isMultiplayer = Boolean(options.multiplayer);
  const watch = isDevelopment() && debug !== false ? watchMaking(board) : undefined;

  return defineComponent({
    name: 'RondelClient',
    inheritAttrs: false,
    // Of any type: a page may give numbers.
    props: { matchID: null, playerID: null, credentials: null, debug: { type: null, default: true } },
    setup(props, { attrs, expose }) {
      const client = useClient(() => ({ ...options, ...props, debug: debug ?? props.debug }));
      const state = useStateOf(client);
      expose({ client });
      onMounted(() => watch?.shown());
      onBeforeUnmount(() => watch?.gone());
      return () => {
        if (state.value === null) return h(loading);
        const shown = board && h(board, wantedBy(board, boardProps(client, state.value, { ...props, ...attrs }, isMultiplayer), attrs));
        return h('div', { class: 'bgio-client' }, shown);
      };
    },
  });
}

/** The props that a board declares, and what the page hands on: all others would become attributes of its element. */
function wantedBy({ props: declared }, all, attrs) {
  if (!declared) return all;
  const names = (Array.isArray(declared) ? declared : Object.keys(declared)).map(camelize);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name) || name in attrs));
}

function Connecting() {
  return h('div', { class: 'bgio-loading' }, 'connecting...');
}
