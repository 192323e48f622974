import { defineComponent, h, onBeforeUnmount, onMounted, provide } from 'vue';
import { boardProps, loadingProps, loadingText } from '../client/board.js';
import { watchRecreation } from '../client/recreated-client.js';
import { isDevelopment } from '../util/environment.js';
import { isQuiet } from '../util/print.js';
import { handingTo } from './board.js';
import { rawOptions, useClient } from './client-hook.js';
import { BOARD_CLIENT } from './component-context.js';
import { useStateOf } from './game-hook.js';
import type { DefineComponent } from 'vue';
import type { BoardPropsOf, LoadingProps } from '../../types/board.js';
import type { Falsy, Multiplayer } from '../../types/client.js';
import type { UnnamedAPIs } from '../../types/game.js';
import type { Captured, Declared } from '../../types/inferred.js';
import type { Fitting, OwnProps, PropsOf, VueClientOpts, WrappedBoardProps } from '../../types/vue.js';
import type { Client as RawClient } from '../client/client.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Creates a component that plays a match and shows it with a board, as in 'rondel/react'. A board receives boardgame.io's props that it
 * declares, and the other props of the component. A ref to the component has the `client`.
 *
 * @example
 * const App = Client({ game, board: Board });
 * // <App matchID="m" playerID="0" />
 */
export function Client<
  G = any,
  P extends object = UnnamedAPIs,
  T extends object = object,
  M extends Multiplayer | Falsy = undefined,
  Board = {},
>(
  options: VueClientOpts<G, P, T, M> & { board?: Captured<Board> & Fitting<Board, BoardPropsOf<Declared<G, P, T>>> },
): DefineComponent<WrappedBoardProps & OwnProps<PropsOf<Board>>, { readonly client: RawClient<Declared<G, P, T>, M> }>;
export function Client(given: Foreign): DefineComponent<WrappedBoardProps, Foreign> {
  const { board, loading = Connecting, debug, ...options } = rawOptions(given);
  const isMultiplayer = Boolean(options.multiplayer);
  const watch = isDevelopment() && !isQuiet({ ...options, debug }) ? watchRecreation(board) : undefined;

  return defineComponent({
    name: 'RondelClient',
    inheritAttrs: false,
    // Any type: a page may give numbers.
    props: { matchID: null, playerID: null, credentials: null, debug: { type: null, default: true } },
    setup(props, { attrs, expose }) {
      const client = useClient(() => ({ ...options, ...props, debug: debug ?? props.debug }));
      const { state, connection } = useStateOf(client);
      let handTo: ReturnType<typeof handingTo> | null = null;
      let waitTo: ReturnType<typeof handingTo> | null = null;
      expose({ client });
      provide(BOARD_CLIENT, client);
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
  });
}

function Connecting({ connection }: LoadingProps) {
  return h('div', { class: 'bgio-loading' }, loadingText(connection));
}
