import { matchNameOf, nameOf } from './names.js';
import { rondelError } from '../util/error.js';
import { printable } from '../util/foreign-text.js';
import { Inspector, sizeOf } from '../util/inspector.js';
import type { ActionError, PlayerID, State } from '../../types/game.js';
import type { InspectedAction, InspectMaster, MasterSource } from '../../types/inspect.js';
import type { Refused } from '../../types/master.js';
import type { NewMasterEvent } from '../util/inspector.js';
import type { BotSearch } from '../ai/seated-bots.js';
import type { MatchEvent } from './announcer.js';
import type { ReadAction, Rejection } from './request.js';
import type { OwnMessage } from './view.js';

/** Place of an event: a match, and a player. */
type Place = Pick<MasterSource, 'matchID' | 'playerID'>;

/** Passes the events of one master to the subscribers. It exists while there are any. */
export class MasterInspector {
  #inspector: Inspector<MasterSource>;
  #gameName: string;

  constructor(gameName: string) {
    this.#gameName = gameName;
    this.#inspector = new Inspector<MasterSource>('master', () => this.#sourceOf({ matchID: '', playerID: undefined }));
  }

  get isIdle() {
    return this.#inspector.isIdle;
  }

  subscribe(fn: InspectMaster) {
    return this.#inspector.subscribe(fn);
  }

  /** Adds a client's message. Match and player may be anything. */
  received(kind: string, data: unknown, matchID: unknown, playerID: unknown) {
    this.#add({ type: 'message', direction: 'in', kind, size: sizeOf(data) }, placeOf(matchID, playerID));
  }

  /** Adds a message to one viewer, or to all viewers of a match. */
  sent({ type, args, playerID }: OwnMessage, isForAll: boolean) {
    this.#add({ type: 'message', direction: 'out', kind: type, size: sizeOf(args.at(-1)) }, { matchID: args[0], playerID: isForAll ? undefined : playerID ?? null });
  }

  /** Adds the new state of a match. */
  published({ matchID, state }: MatchEvent) {
    this.#add({ type: 'state', state: state as State }, { matchID, playerID: undefined });
  }

  /** Adds the outcome of a client's action. An error of a refused action has its details, unless the action was not tried. */
  settled(read: ReadAction | Rejection, matchID: unknown, result: Refused | void, error: ActionError | undefined) {
    if ('error' in read) return;
    const place = placeOf(matchID, read.playerID);
    const action: InspectedAction = { ...described(read), playerID: read.playerID };
    if (!result) return this.#add({ type: 'action', action }, place);
    this.#add({ type: 'refusal', action, error: error ?? { type: result.type ?? result.error, message: result.error } as ActionError }, place);
  }

  connected(matchID: string, playerID: PlayerID, isConnected: boolean) {
    this.#add({ type: 'connection', isConnected }, { matchID, playerID });
  }

  /** Adds a search of a bot of this master. */
  searched({ matchID, playerID, ...search }: BotSearch) {
    this.#add({ type: 'search', ...search }, { matchID, playerID });
  }

  #add(event: NewMasterEvent, place: Place) {
    this.#inspector.add(event, this.#inspector.mark(this.#sourceOf(place)));
  }

  #sourceOf(place: Place): Omit<MasterSource, 'name'> {
    return { kind: 'master', gameName: this.#gameName, ...place };
  }
}

/** Throws if the option `inspect` of a master is no function. */
export function checkInspect(inspect: unknown) {
  if (typeof inspect !== 'function') throw rondelError('master/options', `inspect: expected a function, got ${printable(inspect)}`);
}

/** Returns the place of a client's message, which may name anything. */
function placeOf(matchID: unknown, playerID: unknown): Place {
  return { matchID: matchNameOf(matchID) ?? '', playerID: nameOf(playerID) ?? null };
}

/** Returns type, name and arguments of an action that was parsed. */
function described({ action }: ReadAction): Omit<InspectedAction, 'playerID'> {
  if (!action) return { type: 'INVALID', args: [] };
  const { type, payload: { type: name, args } } = action;
  return { type, name: name ?? undefined, args: args ?? [] };
}
