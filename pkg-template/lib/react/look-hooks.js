import { useMemo } from 'react';
import { followLook, makeHooks } from '../client/looks.js';
import { useSyncExternalStore } from './external-store.js';
import { listening } from './listening.js';

export const { useChat, useLegalMoves, useMatchData, usePending, useRefusal } = /* @__PURE__ */ makeHooks(useLook);

function useLook(client, look) {
  const { read, listen } = useMemo(() => listening(followLook(client, look)), [client, look]);
  return useSyncExternalStore(listen, read, read);
}
