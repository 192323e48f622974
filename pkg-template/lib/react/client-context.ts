import { createContext, useContext } from 'react';
import { noClient } from '../client/follow.js';
import type { Foreign } from '../util/foreign.js';

/** The client of the board that `Client` shows, for hooks in the board. */
export const ClientContext = /* @__PURE__ */ createContext<Foreign>(null);

/** Returns the client of a hook: the given one, or else that of the board. */
export function useGivenOrBoardClient(hook: string, given: Foreign): Foreign {
  const client = useContext(ClientContext);
  if (!given && !client) throw noClient(hook);
  return given ?? client;
}
