import { jsonCopy } from '../util/json-copy.js';
import type { Foreign } from '../util/foreign.js';
import type { ActionContext, PlayerAction } from './online-engine.js';

/** A message of the master, which may be anything. */
export interface MasterMessage {
  type: string;
  args: Foreign[];
  sync?: Foreign;
}

/** Data of an action for the master's ledger. */
interface OwnSync {
  session: string;
  seq: number;
  first: number;
  dependsOn?: number;
  ahead?: true;
  /** The moment at which the player acted, by the master's time, in a game with time. */
  acted?: number;
}

/**
 * Returns a message as it would arrive as text. A custom transport may pass objects with getters that throw or change. Throws where JSON
 * does.
 */
export function plainMessage({ type, args, sync }: Foreign): MasterMessage {
  // Each one separately: `undefined` stays, and gets its default.
  return { type, args: Array.from(args, (arg) => jsonCopy(arg)), sync: jsonCopy(sync) };
}

/** Returns a copy of arguments as the master gets them; `undefined` if they cannot be sent. */
export function copied(args: readonly unknown[]) {
  try {
    return jsonCopy(args);
  } catch {
    return undefined;
  }
}

/** Returns an action as the master gets it, with the data for its ledger. `seq` is 0 for a master without acks. */
export function sentAction({ type, payload }: PlayerAction, { seq, first, dependsOn, ahead }: ActionContext, { session, credentials, acted }: { session: string, credentials: Foreign, acted: number | null }) {
  const sync: OwnSync | undefined = seq > 0 ? { session, seq, first } : undefined;
  if (dependsOn > 0) sync!.dependsOn = dependsOn;
  if (ahead) sync!.ahead = true;
  if (acted !== null && sync) sync.acted = acted;
  return { type, payload: credentials === undefined ? payload : { ...payload, credentials }, sync };
}
