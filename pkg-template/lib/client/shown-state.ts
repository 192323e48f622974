import { lazyFields } from './lazy-fields.js';
import type { ClientState, State } from '../../types/game.js';

/** Another state that is shown in place of the match's, with the fields that it has. */
export type Preview = Partial<State> & Pick<State, 'G' | 'ctx'>;

/** Source of lazy fields, by method, and of the player's view of another state. */
type Source<Lazy extends keyof ClientState> = { [Field in Lazy]: () => ClientState[Field] } & {
  preview: (preview: Preview) => Pick<ClientState, 'G' | Computed> & { plugins?: object };
};

/** The available fields. Fields of the source may be among them. */
type Known<Lazy extends keyof ClientState> = Omit<ClientState, Lazy> & { -readonly [Field in Lazy]?: ClientState[Field] };

const LAZY_IN_PAGE = ['plugins', 'deltalog', '_undo', '_redo', 'log', 'canUndo', 'canRedo'] as const;
const LAZY_ONLINE = ['log', 'isActive'] as const;
/** Computed at each read: an action that is confirmed as predicted produces no new state. */
const LIVE_ONLINE = ['pending'] as const;

type LazyInPage = (typeof LAZY_IN_PAGE)[number];
type LazyOnline = (typeof LAZY_ONLINE)[number] | (typeof LIVE_ONLINE)[number];

export type LocalSource = Source<LazyInPage>;
export type KnownLocal = Known<LazyInPage>;

const inPage = lazyFields(LAZY_IN_PAGE, []);
/** One lazy field takes as long to define as all plain fields together. */
const online = lazyFields(LAZY_ONLINE, LIVE_ONLINE);

/**
 * Origin of each field while a preview is shown: the preview (or the match, if the preview lacks the field), a computation from the
 * preview in `Source.preview`, or the match.
 */
const ORIGINS = {
  G: 'preview', ctx: 'preview', plugins: 'preview', deltalog: 'preview', _undo: 'preview', _redo: 'preview', _stateID: 'preview',
  isActive: 'computed',
  isConnected: 'match', log: 'match', canUndo: 'match', canRedo: 'match', lastError: 'match', pending: 'match',
} as const satisfies Record<keyof ClientState, 'preview' | 'computed' | 'match'>;

type Field = keyof typeof ORIGINS;
type FieldsOf<Origin> = { [Name in Field]: (typeof ORIGINS)[Name] extends Origin ? Name : never }[Field];
type Computed = FieldsOf<'computed'>;

const PREVIEWED = (Object.keys(ORIGINS) as Field[]).filter((field): field is FieldsOf<'preview'> => ORIGINS[field] === 'preview');

/**
 * Returns the result of `getState()` in a page.
 *
 * @param known available fields
 * @param source computes the other fields
 * @param preview state that is shown in place of the match's, or `null`
 */
export function localState(known: KnownLocal, source: LocalSource, preview: Preview | null): ClientState {
  return Object.freeze(inPage(previewed(known, source, preview), source));
}

/** Returns the result of `getState()` online. */
export function onlineState(known: Known<LazyOnline>, source: Source<LazyOnline>, preview: Preview | null): ClientState {
  return Object.freeze(online(previewed(known, source, preview), source));
}

function previewed<Fields extends object>(known: Fields, source: { preview: (preview: Preview) => object }, preview: Preview | null): Fields {
  return preview ? Object.assign(known, preview, source.preview(preview)) : known;
}

/** Returns the fields of a state that a preview shows. */
export function previewOf(state: Preview) {
  return Object.fromEntries(PREVIEWED.map((field) => [field, state[field]]).filter(([, value]) => value !== undefined)) as Preview;
}
