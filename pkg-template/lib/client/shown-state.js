import { lazyFields } from './lazy-fields.js';

/**
 * What a session knows of a state besides the fields that are at hand: a method for each field that is made when somebody
 * reads it, and how its player sees another state.
 *
 * @typedef {object} StateSource
 * @property {() => object} [plugins]
 * @property {() => object[]} [deltalog]
 * @property {() => object[]} [_undo]
 * @property {() => object[]} [_redo]
 * @property {() => object[]} log
 * @property {() => boolean} [isActive]
 * @property {() => boolean} [canUndo]
 * @property {() => boolean} [canRedo]
 * @property {() => number} [pending] is read live: an action that is confirmed as it was predicted makes no new state
 * @property {(preview: any) => { G: any, isActive: boolean, plugins?: object }} preview
 */

/** Of a match in the page: the others are at hand. */
const LOCAL = lazyFields(['plugins', 'deltalog', '_undo', '_redo', 'log', 'canUndo', 'canRedo'], []);
/** Of a match on a master. One lazy field takes as long to define as all the plain ones together. */
const ONLINE = lazyFields(['log', 'isActive'], ['pending']);

/** The fields of a state that a preview may have. What it lacks is the match's. */
const PREVIEWED = ['G', 'ctx', 'plugins', 'deltalog', '_undo', '_redo', '_stateID'];

/**
 * What `getState()` returns in the page.
 *
 * @param {object} known the fields that are at hand; the others are the source's
 * @param {StateSource} source
 * @param {any} preview the state that is shown in place of the match's, or null
 */
export function localState(known, source, preview) {
  return Object.freeze(LOCAL(previewed(known, source, preview), source));
}

/**
 * What `getState()` returns online.
 *
 * @param {object} known
 * @param {StateSource} source
 * @param {any} preview
 */
export function onlineState(known, source, preview) {
  return Object.freeze(ONLINE(previewed(known, source, preview), source));
}

function previewed(known, source, preview) {
  return preview ? Object.assign(known, preview, source.preview(preview)) : known;
}

/** The fields of a state that a preview shows. */
export function previewOf(state) {
  return Object.fromEntries(PREVIEWED.map((field) => [field, state[field]]).filter(([, value]) => value !== undefined));
}
