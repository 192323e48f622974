import { createContext } from 'react';
import type { Foreign } from '../util/foreign.js';

/** The client of the board that `Client` shows, for hooks in the board. */
export const ClientContext = /* @__PURE__ */ createContext<Foreign>(null);
