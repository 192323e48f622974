import { useMemo } from 'react';
import { followSelector, makeHooks } from '../client/selectors.js';
import { useSyncExternalStore } from './external-store.js';
import { listening } from './listening.js';

/**
 * @typedef {import('../client/selectors.js').Accepted} Accepted
 * @typedef {import('../client/selectors.js').Selected} Selected
 */

export const { useChat, useLegalMoves, useMatchData, usePending, useRefusal } =
  /** @type {{ [Hook in keyof Selected]: (client: Accepted[Hook]) => Selected[Hook] }} */ (/* @__PURE__ */ makeHooks(useSelector));

function useSelector(client, selector) {
  const { read, listen } = useMemo(() => listening(followSelector(client, selector)), [client, selector]);
  return useSyncExternalStore(listen, read, read);
}
