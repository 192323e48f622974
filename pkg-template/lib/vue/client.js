import { defineComponent, h, onBeforeUnmount, onMounted } from 'vue';
import { boardProps, loadingProps, loadingText } from '../client/board.js';
import { watchRecreation } from '../client/recreated-client.js';
import { isDevelopment } from '../util/environment.js';
import { handingTo } from './board.js';
import { rawOptions, useClient } from './client-hook.js';
import { useStateOf } from './game-hook.js';

/**
 * A component that plays a match of a game and shows it with a board, as that of `rondel/react` does. A board gets those of
 * boardgame.io's props that it declares.
 *
 * @param {any} given those of `Client` in vue.d.ts
 */
export function Client(given) {
  const { board, loading = Connecting, debug, ...options } = rawOptions(given);
  const isMultiplayer = Boolean(options.multiplayer);
  const watch = isDevelopment() && debug !== false ? watchRecreation(board) : undefined;

  return /** @type {ReturnType<typeof import('../../vue.d.ts').Client>} */ (defineComponent({
    name: 'RondelClient',
    inheritAttrs: false,
    // Of any type: a page may give numbers.
    props: { matchID: null, playerID: null, credentials: null, debug: { type: null, default: true } },
    setup(props, { attrs, expose }) {
      const client = useClient(() => ({ ...options, ...props, debug: debug ?? props.debug }));
      const { state, connection } = useStateOf(client);
      /** @type {any} */
      let handTo = null;
      /** @type {any} */
      let waitTo = null;
      expose({ client });
      onMounted(() => watch?.shown());
      onBeforeUnmount(() => watch?.gone());
      return () => {
        if (state.value === null) {
          handTo = null;
          waitTo ??= handingTo(loading);
          return h(loading, waitTo({ ...loadingProps(client), connection: connection.value }, {}));
        }
        handTo ??= handingTo(board);
        const all = { ...boardProps(client, state.value, { ...props, ...attrs }, isMultiplayer), connection: connection.value };
        const shown = board && h(board, handTo(all, attrs));
        return h('div', { class: 'bgio-client' }, shown);
      };
    },
  }));
}

function Connecting({ connection }) {
  return h('div', { class: 'bgio-loading' }, loadingText(connection));
}
