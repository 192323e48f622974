import { useMemo } from 'react';
import { followLook, makeHooks } from '../client/selectors.js';
import { useSyncExternalStore } from './external-store.js';
import { listening } from './listening.js';

/**
 * @typedef {import('../client/selectors.js').Client} Client
 * @typedef {import('../client/selectors.js').Looked} Looked
 */

export const { useChat, useLegalMoves, useMatchData, usePending, useRefusal } =
  /** @type {{ [Hook in keyof Looked]: (client: Client) => Looked[Hook] }} */ (/* @__PURE__ */ makeHooks(useLook));

function useLook(client, look) {
  const { read, listen } = useMemo(() => listening(followLook(client, look)), [client, look]);
  return useSyncExternalStore(listen, read, read);
}
