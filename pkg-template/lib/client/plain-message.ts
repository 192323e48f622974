import { jsonCopy } from '../util/json-copy.js';
import type { Foreign } from '../util/foreign.js';
import type { Made, PlayerAction } from './online-engine.js';

/** A message of the master, which may send anything. */
export interface MasterMessage {
  type: string;
  args: Foreign[];
  sync?: Foreign;
}

/** What a master is sent with an action, for its ledger. */
interface OwnSync {
  session: string;
  seq: number;
  first: number;
  dependsOn?: number;
  ahead?: true;
}

/**
 * A message as it would arrive as text: a custom transport may pass objects whose getters throw, or change. Throws
 * where JSON does.
 */
export function plainMessage({ type, args, sync }: Foreign): MasterMessage {
  // One by one: what is undefined stays so, and gets its default.
  return { type, args: Array.from(args, (arg) => jsonCopy(arg)), sync: jsonCopy(sync) };
}

/** Arguments as the master gets them, even if the originals change later; nothing if they cannot be sent. */
export function copied(args: readonly unknown[]) {
  try {
    return jsonCopy(args);
  } catch {
    return undefined;
  }
}

/** Returns an action as the master gets it, with what its ledger needs: the number is 0 for a master without acks. */
export function sentAction({ type, payload }: PlayerAction, { seq, first, dependsOn, ahead }: Made, { session, credentials }: { session: string, credentials: Foreign }) {
  const sync: OwnSync | undefined = seq > 0 ? { session, seq, first } : undefined;
  if (dependsOn > 0) sync!.dependsOn = dependsOn;
  if (ahead) sync!.ahead = true;
  return { type, payload: credentials === undefined ? payload : { ...payload, credentials }, sync };
}
