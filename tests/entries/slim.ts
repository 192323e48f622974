import * as made from 'made/slim';
import * as declared from 'declared/slim';
import type { Undeclared, Unknown } from './fits.js';

/** What it has besides `rondel/client`, whose twin the build makes. */
type Own = Pick<typeof declared, 'init'>;

export const all: Own = made;
export const undeclared: never = 0 as never as Undeclared<typeof declared, typeof made>;
export const unknown: never = 0 as never as Unknown<Own, typeof made>;
