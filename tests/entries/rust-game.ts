import * as made from 'made/rust-game';
import * as declared from 'declared/rust-game';
import type { Bare, Undeclared, Unknown } from './fits.js';

export const all: Bare<typeof declared, 'rustGame'> = made;
export const undeclared: never = 0 as never as Undeclared<typeof declared, typeof made>;
export const unknown: never = 0 as never as Unknown<Bare<typeof declared, 'rustGame'>, typeof made>;
