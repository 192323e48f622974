import { KnownViews } from './known-views.js';
import { decode, encode } from './protocol/wire.js';

import type { Foreign } from '../util/foreign.js';
import type { ViewOptions, Viewed } from './view.js';

/** The format of a hub's messages to a client. */
export interface Form<Message = Foreign> {
  /** Options of the viewer's filter. */
  view: ViewOptions;
  /** Encodes messages. */
  form: (message: Viewed) => Message;
  /** Encodes messages that are the same for several viewers, once for all connections that have the same encoder. */
  common?: (message: Viewed) => Message;
  /** Decodes messages for the client. */
  read: (message: Message) => Viewed;
}

/** Patches, as text. */
export const PATCHES: Form<string> = { view: { Views: KnownViews, patches: true }, form: encode, common: encode, read: decode };

/** For boardgame.io's clients: whole states, and patches for games with `deltaState`. */
export const BOARDGAME_IO: Form<Viewed> = { view: { Views: KnownViews }, form: asItIs, read: asItIs };

/** Whole states alone. */
export const WHOLE: Form<Viewed> = { view: {}, form: asItIs, read: asItIs };

function asItIs(message: Viewed): Viewed {
  return message;
}
