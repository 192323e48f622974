import * as made from 'made/client';
import * as declared from 'declared/client';
import type { Bare, Undeclared, Unknown } from './fits.js';

export const all: Bare<typeof declared, 'Client'> = made;
export const undeclared: never = 0 as never as Undeclared<typeof declared, typeof made>;
export const unknown: never = 0 as never as Unknown<typeof declared, typeof made>;
