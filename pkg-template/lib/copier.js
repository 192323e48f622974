import { jsonCopy } from './json-copy.js';

/**
 * What text would make of the messages to one client, one after the other, without the text: for clients in the same
 * page as their master. They share nothing with the master, and with the message before what has not changed.
 *
 * @returns {(message: object) => object} for messages of `getFilterPlayerView` without patches
 */
export function makeCopier() {
  let view;
  let copy;

  return ({ type, args: [matchID, ...args], sync }) => {
    const message = { type, args: [matchID], sync: sync && copyAnswers(sync) };
    if (type === 'update') {
      const [next, log] = args;
      copy = next === view ? copy : copyView(next, view, copy);
      view = next;
      message.args.push(copy, log.map(copyEntry));
    } else if (type === 'sync') {
      const [info] = args;
      const everything = jsonCopy(info);
      [view, copy] = [info.state, everything.state];
      message.args.push(everything);
    } else {
      message.args.push(...jsonCopy(args));
    }
    return message;
  };
}

// Field by field where the fields are known: that takes half as long.

function copyView({ G, ctx, plugins, _stateID }, before, copy) {
  return {
    G: jsonCopy(G, before.G, copy.G),
    ctx: copyCtx(ctx, before.ctx, copy.ctx),
    plugins: jsonCopy(plugins, before.plugins, copy.plugins),
    _undo: [],
    _redo: [],
    _stateID,
  };
}

/** The fields of `ctx` that may hold objects. */
const OBJECTS = [
  'playOrder', 'activePlayers', 'gameover', '_activePlayersMinMoves', '_activePlayersMaxMoves',
  '_activePlayersNumMoves', '_prevActivePlayers', '_nextActivePlayers', '_removedPlayers',
];

function copyCtx(ctx, before, copy) {
  if (ctx === before) return copy;
  const result = { ...ctx };
  for (const field of OBJECTS) {
    const value = ctx[field];
    if (typeof value === 'object' && value !== null) result[field] = jsonCopy(value, before[field], copy[field]);
  }
  return result;
}

/** A log entry; what is undefined in it stays so, and is not left out. */
function copyEntry(entry) {
  const { type, payload } = entry.action;
  const copy = { ...entry, action: { type, payload: { ...payload, args: jsonCopy(payload.args) } } };
  if (copy.metadata !== undefined) copy.metadata = jsonCopy(copy.metadata);
  return copy;
}

/** Clients only look at what has been answered; errors go further. */
function copyAnswers(sync) {
  return sync.acks.some(([, , refused]) => refused) ? jsonCopy(sync) : sync;
}
