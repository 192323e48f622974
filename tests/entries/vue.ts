import * as made from 'made/vue';
import * as declared from 'declared/vue';
import type { Client, LegalMove } from 'declared/client';
import type { ComputedRef } from 'vue';
import type { Bare, Undeclared, Unknown } from './fits.js';

/** Of a game of which nothing is known. */
type Bound = Bare<typeof declared, 'Client' | 'useChat' | 'useClient' | 'useRefusal'>;
type All = Omit<Bound, 'useLegalMoves'> & { useLegalMoves: (client: Client) => ComputedRef<Array<LegalMove>> };

export const all: All = made;
export const undeclared: never = 0 as never as Undeclared<typeof declared, typeof made>;
export const unknown: never = 0 as never as Unknown<typeof declared, typeof made>;
