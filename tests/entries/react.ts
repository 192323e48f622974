import * as made from 'made/react';
import * as declared from 'declared/react';
import type { Client, LegalMove } from 'declared/client';
import type { Bare, Undeclared, Unknown } from './fits.js';

/** Of a game of which nothing is known. */
type Bound = Bare<typeof declared, 'Client' | 'useChat' | 'useClient' | 'useRefusal'>;
type All = Omit<Bound, 'useLegalMoves'> & { useLegalMoves: (client: Client) => Array<LegalMove> };

export const all: All = made;
export const undeclared: never = 0 as never as Undeclared<typeof declared, typeof made>;
export const unknown: never = 0 as never as Unknown<typeof declared, typeof made>;
