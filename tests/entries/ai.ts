import * as made from 'made/ai';
import * as declared from 'declared/ai';
import type { Undeclared, Unknown } from './fits.js';

export const all: typeof declared = made;
export const undeclared: never = 0 as never as Undeclared<typeof declared, typeof made>;
export const unknown: never = 0 as never as Unknown<typeof declared, typeof made>;
