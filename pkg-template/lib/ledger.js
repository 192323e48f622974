import { loadSync } from './load-sync.js';

/** What to do with an action, in the order of `judge` in src/js/sync.rs. */
const VERDICTS = ['run', 'stale', 'known', 'gap', 'orphan'];

/** A sender that says nothing of how he made an action: boardgame.io's own client. */
const NOBODY = { session: '', seq: 0, first: 0 };

const ledgers = new WeakMap();

/**
 * What a master remembers of a match besides its state: since when each player's situation lasts, and what it
 * has answered to whom. A value, stored with the state as `_sync`.
 *
 * @typedef {{ session: string, seq: number, first: number, dependsOn?: number, ahead?: boolean }} Made how and
 *   when an action was made, as Rondel's clients say it
 */
export class Ledger {
  #ledger;
  #exported;

  constructor(ledger, exported) {
    this.#ledger = ledger;
    this.#exported = exported;
  }

  /** The ledger that is stored with a state; a new one if there is none. */
  static of(state) {
    let ledger = ledgers.get(state);
    if (!ledger) {
      const { MatchLedger } = loadSync();
      const stored = isStored(state._sync) ? state._sync : { base: state._stateID, since: {}, sessions: [] };
      ledger = new Ledger(new MatchLedger(flatten(stored)), stored);
      ledgers.set(state, ledger);
    }
    return ledger;
  }

  /** Nobody asks for this state's ledger any more, as far as one knows: see `Replica#leave`. */
  static leave(state) {
    ledgers.get(state)?.#ledger.free();
    ledgers.delete(state);
  }

  /**
   * What to do with an action made in the state `stateID`, now that it is `now`: `run` it; refuse it as `stale`,
   * or as an `orphan` of a refused one; say again what was answered, if it is `known`; or, at a `gap`, ask for
   * the ones before it.
   *
   * @param {{ playerID: string, sync?: Made, stateID: number, now: number, strict: boolean }} action
   */
  judge({ playerID, sync: { session, seq, first, dependsOn = 0, ahead = false } = NOBODY, stateID, now, strict }) {
    return VERDICTS[this.#ledger.judge(playerID, session, seq, first, dependsOn, ahead, stateID, now, strict)];
  }

  /** The ledger after a success that led to the state `stateID`; `entered` as `Replica#apply` answers it. */
  done({ playerID, sync: { session, seq, first } = NOBODY, stateID, entered }) {
    return new Ledger(this.#ledger.done(playerID, session, seq, first, stateID, entered));
  }

  /** The ledger after a refusal. */
  refused({ playerID, sync: { session, seq, first } = NOBODY, error }) {
    return new Ledger(this.#ledger.refused(playerID, session, seq, first, error));
  }

  /** `[[session, last answered, refused], …]` for each player; `refused` lists `[number, error]`. */
  acks() {
    const acks = {};
    for (const [playerID, session, , last, refused] of this.exported.sessions) {
      (acks[playerID] ??= []).push(refused.length > 0 ? [session, last, refused] : [session, last]);
    }
    return acks;
  }

  /** The ledger as JSON: `{ base, since, sessions }`. */
  get exported() {
    return (this.#exported ??= this.#export());
  }

  /** From now on this is the ledger of that state, and of no other. */
  belongTo(state) {
    ledgers.set(state, this);
  }

  #export() {
    const flat = [];
    this.#ledger.write(flat);
    const [base, players, sessions] = flat;
    const since = {};
    for (let i = 3; i < 3 + 2 * players; i += 2) since[flat[i]] = flat[i + 1];
    const list = [];
    for (let i = 3 + 2 * players; list.length < sessions; i += 5) {
      const [player, session, ledTo, last, refused] = flat.slice(i, i + 5);
      list.push([player, session, ledTo, last, pairs(refused)]);
    }
    return { base, since, sessions: list };
  }
}

/** Storages hold what others have put there, too. */
function isStored(stored) {
  return Number.isInteger(stored?.base) && typeof stored.since === 'object' && stored.since !== null
    && Array.isArray(stored.sessions) && stored.sessions.every((entry) => Array.isArray(entry) && Array.isArray(entry[4]));
}

function flatten({ base, since, sessions }) {
  const players = Object.entries(since);
  const flatSessions = sessions.flatMap(([player, session, ledTo, last, refused]) => [player, session, ledTo, last, refused.flat()]);
  return [base, players.length, sessions.length, ...players.flat(), ...flatSessions];
}

function pairs(flat) {
  const list = [];
  for (let i = 0; i < flat.length; i += 2) list.push([flat[i], flat[i + 1]]);
  return list;
}
