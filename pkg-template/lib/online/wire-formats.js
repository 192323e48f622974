import { KnownViews } from './known-views.js';
import { decode, encode } from './protocol/wire.js';

/**
 * The format of a hub's messages to a client: the options `view` of the viewer's filter, and `form`, which encodes messages. The
 * client decodes them by `read`. With `common`, messages that are the same for all viewers are encoded by it, once for all
 * connections that have the same.
 *
 * @typedef {{
 *   view: { Views?: typeof KnownViews, patches?: boolean }, form: (message: any) => any, common?: (message: any) => any, read: (message: any) => any,
 * }} Form
 */

/** Patches, as text. */
export const PATCHES = { view: { Views: KnownViews, patches: true }, form: encode, common: encode, read: decode };

/** For boardgame.io's clients: whole states, and patches for games with `deltaState`. */
export const BOARDGAME_IO = { view: { Views: KnownViews }, form: asItIs, read: asItIs };

/** Whole states alone. */
export const WHOLE = { view: {}, form: asItIs, read: asItIs };

function asItIs(message) {
  return message;
}
