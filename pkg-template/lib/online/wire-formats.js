import { KnownViews } from './known-views.js';
import { decode, encode } from './protocol/wire.js';

/**
 * How a hub talks to a client: the options `view` of the viewer's filter, and `form`, what is made of its messages. What the
 * client does with that to `read` them. With `common`, messages that are the same for all viewers are made by it, once for all
 * connections that have the same.
 *
 * @typedef {{
 *   view: { Views?: typeof KnownViews, patches?: boolean }, form: (message: any) => any, common?: (message: any) => any, read: (message: any) => any,
 * }} Form
 */

/** Patches, as text. */
export const PATCHES = { view: { Views: KnownViews, patches: true }, form: encode, common: encode, read: decode };

/** What boardgame.io's clients take: whole states, and patches of games that ask for them. */
export const BOARDGAME_IO = { view: { Views: KnownViews }, form: asItIs, read: asItIs };

/** Whole states alone. */
export const WHOLE = { view: {}, form: asItIs, read: asItIs };

function asItIs(message) {
  return message;
}
