import * as made from 'made/server';
import * as declared from 'declared/server';
import type { Undeclared, Unknown } from './fits.js';

export const all: typeof declared = made;
export const undeclared: never = 0 as never as Undeclared<typeof declared, typeof made>;
export const unknown: never = 0 as never as Unknown<typeof declared, typeof made>;
