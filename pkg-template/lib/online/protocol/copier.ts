import { jsonCopy } from '../../util/json-copy.js';
import type { Ctx, LogEntry, State } from '../../../types/game.js';
import type { Viewed } from '../view.js';

/** Data that a client receives with a state: acknowledgements and its rights. */
type Sync = NonNullable<Viewed['sync']>;

const { freeze, isFrozen } = Object;

/**
 * Copies the messages to one client, one after the other, with JSON semantics but without the text: for clients in the same
 * page as their master. They share nothing mutable with the master, and with the message before what has
 * not changed.
 *
 * @returns for messages of `getFilterPlayerView` without patches
 */
export function makeCopier(): (message: Viewed) => Viewed {
  let view: Partial<State> = {};
  let copy: Partial<State> = {};

  return ({ type, args, sync }) => {
    const acks = sync && copySync(sync);
    if (type === 'update') {
      copy = copyView(args[1], view, copy);
      view = args[1];
      return { type, args: [args[0], copy, args[2].map(copyEntry)], sync: acks };
    }
    const copied = jsonCopy(args);
    if (type === 'sync') [view, copy] = [args[1].state, copied[1].state];
    return { type, args: copied, sync: acks };
  };
}

// Field by field where the fields are known: that takes half as long.

function copyView({ G, ctx, plugins, _stateID }: State, before: Partial<State>, copy: Partial<State>): State {
  return {
    G: jsonCopy(G, before.G, copy.G),
    ctx: copyCtx(ctx, before.ctx, copy.ctx),
    plugins: jsonCopy(plugins, before.plugins, copy.plugins),
    _undo: [],
    _redo: [],
    _stateID,
  };
}

/** Returns a copy of a `ctx`, or the `ctx` itself if it is frozen with all its parts: the engine freezes most of them. */
function copyCtx(ctx: Ctx, before: Ctx | undefined, copy: Ctx | undefined): Ctx {
  // Then it has been copied.
  if (ctx === before) return copy as Ctx;
  const isFixed = isFrozen(ctx) && isFrozen(ctx.playOrder) && isSettled(ctx.activePlayers)
    && isSettled(ctx._activePlayersMinMoves) && isSettled(ctx._activePlayersMaxMoves)
    && isSettled(ctx._activePlayersNumMoves) && isFrozen(ctx._prevActivePlayers)
    && !ctx._nextActivePlayers && ctx.gameover === undefined && !ctx._removedPlayers;
  return isFixed ? ctx : jsonCopy(ctx, before, copy);
}

/** Most are null. To check whether something is frozen takes long, even if it is no object. */
function isSettled(map: unknown): boolean {
  return map === null || isFrozen(map);
}

/**
 * A log entry, which master and clients keep as long as the match lasts: one for all of them if nobody can change it.
 * Members that are undefined are copied as undefined, not omitted.
 */
function copyEntry(entry: LogEntry): LogEntry {
  // Frozen for the client that it was sent to before.
  if (isFrozen(entry)) return entry;
  const { action, automatic, metadata, hookMetadata, effects } = entry;
  const { type, payload } = action;
  const { args } = payload;
  // Arguments from a player are a copy of the master's own; what an `endIf` returns is the game's.
  const isOwn = args === undefined || isValue(args) || (!automatic && isFlat(args));
  if (metadata === undefined && hookMetadata === undefined && effects === undefined && isOwn) return freezeEntry(entry);
  const copy: LogEntry = { ...entry, action: { type, payload: { ...payload, args: jsonCopy(args) } } as LogEntry['action'] };
  if (metadata !== undefined) copy.metadata = jsonCopy(metadata);
  if (hookMetadata !== undefined) copy.hookMetadata = jsonCopy(hookMetadata);
  if (effects !== undefined) copy.effects = jsonCopy(effects);
  return copy;
}

function isFlat(args: unknown): boolean {
  return Array.isArray(args) && args.every(isValue);
}

/** Returns `true` for an immutable value that JSON does not change. */
function isValue(arg: unknown): boolean {
  return arg === null || typeof arg === 'string' || typeof arg === 'boolean' || Number.isFinite(arg);
}

function freezeEntry(entry: LogEntry): LogEntry {
  const { payload } = entry.action;
  if (payload.args !== undefined) freeze(payload.args);
  freeze(payload);
  freeze(entry.action);
  return freeze(entry);
}

/** Clients only read acknowledgements; they pass errors on. */
function copySync(sync: Sync): Sync {
  return sync.acks.some(([, , refused]) => refused) ? jsonCopy(sync) : sync;
}
