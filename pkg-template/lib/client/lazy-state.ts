import { idText } from './players.js';
import type { GameEngine } from '../engine/instance.js';
import type { MatchHost } from '../engine/match-host.js';
import type { Look } from '../engine/object-factory.js';
import type { ClientState, LogEntry } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';
import type { LocalMatch } from './local-match.js';
import type { LocalSource, Preview } from './shown-state.js';

/** Entries of a log. The engine has those from `start` on. */
export interface Log {
  entries: LogEntry[];
  start: number;
}

/**
 * Snapshots with consecutive numbers. The engine frees them when all states made from them, and with these this object, have been garbage
 * collected.
 */
export interface Batch {
  last: number;
}

/** Source of a lazy state: a snapshot, its `log`, and the viewer. */
interface LazyParts {
  engine: GameEngine;
  host: MatchHost;
  look: Look;
  batch: Batch;
  log: Log;
  playerID: Foreign;
}

/** Rarely read fields of a state, which the engine keeps. After `dispose`, unread fields are empty. */
export class LazyState implements LocalSource {
  #match: LocalMatch;
  #parts: LazyParts;

  constructor(match: LocalMatch, parts: LazyParts) {
    this.#match = match;
    this.#parts = parts;
  }

  log(): LogEntry[] {
    const { log, look } = this.#parts;
    return this.#match.entriesOf(log, look.logLength);
  }

  plugins() {
    if (this.#match.isDisposed) return {};
    const { engine, host, look: { number, G, ctx }, playerID } = this.#parts;
    return this.#match.play(() => host.pluginsFor(playerID, { G, ctx, plugins: host.take(engine.plugins(number))[0] }));
  }

  deltalog(): LogEntry[] {
    return this.#taken('deltalog');
  }

  _undo(): ClientState['_undo'] {
    return this.#taken('undoStack');
  }

  _redo(): ClientState['_redo'] {
    return this.#taken('redoStack');
  }

  canUndo() {
    return this.#canGo(1);
  }

  canRedo() {
    return this.#canGo(0);
  }

  preview({ G, ctx, plugins }: Preview) {
    const { host, playerID } = this.#parts;
    const shown = { G: this.#match.viewOf(G, ctx), isActive: host.isActive(ctx, seatOf(playerID)) };
    return plugins ? { ...shown, plugins: host.pluginsFor(playerID, { G, ctx, plugins }) } : shown;
  }

  #taken(part: 'deltalog' | 'undoStack' | 'redoStack'): Foreign[] {
    const { engine, host, look } = this.#parts;
    return this.#match.isDisposed ? [] : host.take(engine[part](look.number));
  }

  /** Returns `false` if the game throws when it is asked whether a move is undoable. */
  #canGo(back: number) {
    const { engine, look } = this.#parts;
    try {
      return !this.#match.isDisposed && Boolean(this.#match.play(() => engine.canGo(look.number, back)));
    } catch {
      return false;
    }
  }
}

/** Returns a seat for the engine: text, or `undefined` for the player whose turn it is. */
export function seatOf(playerID: unknown) {
  return idText(playerID) ?? undefined;
}
