import { freeze } from 'immer';

import { MESSAGE_OTHER_VERSION, MESSAGE_PATCH, MESSAGE_SYNC, MESSAGE_UPDATE } from '../engine/codes.js';
import { checkOutline, readLog } from '../engine/state-reader.js';
import { isVersion, mismatch } from '../engine/version.js';
import { patched } from '../online/protocol/patch.js';
import { rondelError } from '../util/error.js';
import { hasMembers } from '../util/objects.js';
import { invalid, isReason } from './handle.js';
import { explained } from './online-errors.js';
import { PastLog } from './past-log.js';

/** So many notices of the server's operator are kept, the newest. */
const MOST_NOTICES = 50;

/**
 * A match as its master has sent it: its state, its log, its players and their chat.
 *
 * @typedef {import('./create-client.js').MatchInfo} MatchInfo
 * @implements {MatchInfo}
 */
export class ConfirmedMatch {
  /**
   * An `OnlineState`; null before the master has sent one.
   *
   * @type {any}
   */
  state = null;
  initialState = null;
  matchData = undefined;
  /** @type {string | undefined} */
  nextMatchID = undefined;
  notices = [];
  /**
   * Why the master refused to send the match when it was last asked; null if it did not.
   *
   * @type {import('../../types.js').ActionError | null}
   */
  refusal = null;
  /**
   * That the master's game has another version, if it reported one when it last sent the match.
   *
   * @type {import('../../types.js').ActionError | null}
   */
  mismatch = null;
  /** `true` if the master has sent the match to this seat with the current credentials. */
  isAdmitted = false;
  #chat;
  #version;
  #engine;
  #session;
  #development;

  /**
   * @param {object} of
   * @param {import('./online-engine.js').OnlineEngine} of.engine receives each state
   * @param {import('./chat.js').Chat} of.chat
   * @param {string} of.session the name by which the master knows this client
   * @param {boolean} of.development
   * @param {string | number} [of.version] that of this client's game
   */
  constructor({ engine, chat, session, development, version }) {
    this.#version = version;
    this.#engine = engine;
    this.#chat = chat;
    this.#session = session;
    this.#development = development;
  }

  /** Forgets what only this seat was sent: the client goes to another one. The chat is the same for all players of the match. */
  leaveSeat() {
    [this.state, this.initialState, this.refusal, this.mismatch] = [null, null, null, null];
    this.isAdmitted = false;
    [this.matchData, this.nextMatchID] = [undefined, undefined];
  }

  /** Forgets everything: the client goes to another match. */
  leaveMatch() {
    this.leaveSeat();
    this.notices = [];
    this.#chat.clear();
  }

  get chatMessages() {
    return this.#chat.messages;
  }

  /** Whether all of the log has arrived. */
  get isLogComplete() {
    return this.state?.log.past.isComplete() ?? false;
  }

  /**
   * Takes a message of the master. Throws if it is invalid.
   *
   * @returns {boolean} whether it changes something that is not in the state
   */
  take({ type, args, sync }, seat, now) {
    switch (type) {
      case 'sync': {
        const [, info] = args;
        return this.#takeSync(info, { sync, seat, now });
      }
      case 'update': {
        const [, view, deltalog = []] = args;
        this.#takeUpdate(view, deltalog, { sync, seat, now });
        return false;
      }
      case 'patch':
        this.#takePatch(args, { sync, seat, now });
        return false;
      case 'log':
        return this.#takeLog(args[1]);
      case 'matchData':
        this.#note(args[1], args[2]);
        return true;
      case 'chat':
        return this.#chat.take(args[1]);
      case 'said':
        return this.#chat.takeOutcome(args[1], args[2] && this.#reasonFor(args, args[2], seat));
      case 'notice':
        return this.#takeNotice(args[1]);
      case 'refused':
        this.refusal = this.#reasonFor(args, args[1], seat);
        this.#engine.turnedAway(now);
        return true;
      default:
        return false;
    }
  }

  #takeSync(info, message) {
    const entries = readLog(info.log ?? []);
    const past = PastLog.of(this.state?.log, entries, info.earlier);
    const log = { past, entries, length: entries.length, ahead: [] };
    const news = entries.filter((entry) => entry._stateID >= (this.state?.view._stateID ?? Infinity));
    const before = this.mismatch;
    let isTaken = false;
    try {
      // First: what is pending is predicted again, or is not.
      this.mismatch = mismatch(this.#version, isVersion(info.version) ? info.version : undefined);
      isTaken = this.#confirm(info.state, { log, added: [], deltalog: [], news }, message, MESSAGE_SYNC);
    } finally {
      if (!isTaken) this.mismatch = before;
    }
    const isChatNews = this.#chat.takeHistory(info.chat);
    if (!isTaken) return isChatNews;
    // The same object as long as it is the same mismatch.
    if (before?.message === this.mismatch?.message) this.mismatch = before;
    this.initialState = info.initialState ?? null;
    this.#note(info.filteredMetadata, info.nextMatchID);
    this.refusal = null;
    this.isAdmitted = true;
    return true;
  }

  #reasonFor([matchID], error, seat) {
    return explained(reasonIn(error), { matchID, seat, isAdmitted: this.isAdmitted });
  }

  /** Who plays, and which match is the next. A custom master may send anything. */
  #note(players, nextMatchID) {
    this.matchData = players;
    this.nextMatchID = typeof nextMatchID === 'string' ? nextMatchID : undefined;
  }

  /** It may arrive twice, as any message. */
  #takeNotice(notice) {
    if (!isNotice(notice) || this.notices.some(({ id }) => id === notice.id)) return false;
    this.notices = [...this.notices.slice(1 - MOST_NOTICES), notice];
    return true;
  }

  #takeLog({ before, log, earlier }) {
    return this.state !== null && this.state.log.past.take(before, readLog(log), earlier);
  }

  #takeUpdate(view, deltalog, message) {
    if (this.state) this.#confirm(view, this.#grown(deltalog), message, MESSAGE_UPDATE);
    else this.#engine.miss(message.now);
  }

  #takePatch([, base, number, operations, deltalog = []], message) {
    if (!this.#engine.awaits(base, number, message.now)) return;
    const before = this.state.view;
    const view = operations.length > 0 ? patched(before, operations) : before;
    if (view._stateID !== number) throw rondelError('update/patch_failed', 'a patch that leads elsewhere');
    this.#confirm(view, this.#grown(deltalog), message, MESSAGE_PATCH);
  }

  /** The log with the entries that a message adds: the list is shared, and each state keeps its length. */
  #grown(sent) {
    const deltalog = readLog(sent);
    const { view, log: { past, entries, length } } = this.state;
    const added = deltalog.filter((entry) => entry._stateID >= view._stateID);
    return { log: { past, entries, length: length + added.length, ahead: [] }, added, deltalog, news: deltalog };
  }

  /**
   * Takes a state of the master's, with its log, the entries to be `added` to that, and the `news`, which may contain own actions.
   * Returns whether it was taken.
   */
  #confirm(view, { log, added, deltalog, news }, { sync, seat, now }, message) {
    const { canUndo = false, canRedo = false } = sync ?? {};
    const { state: before } = this;
    checkOutline(view);
    if (this.#development) freeze(view, true);
    const known = log.entries.length;
    // A copy: parts that are equal to those shown are replaced by those.
    this.state = { view: { ...view }, log, deltalog, canUndo, canRedo };
    for (const entry of added) log.entries.push(entry);
    let isTaken = false;
    try {
      const answers = sync ? this.#answersIn(sync) : { last: -1, rest: authorsOf(news, seat) };
      const how = this.mismatch === null ? message : message + MESSAGE_OTHER_VERSION;
      isTaken = this.#engine.receive(this.state, { number: view._stateID, message: how, ...answers }, now);
    } finally {
      if (!isTaken) {
        this.state = before;
        log.entries.length = known;
      }
    }
    return isTaken;
  }

  /** The last of this client's actions that is answered, and how many were refused; then the number and the error of each. */
  #answersIn({ acks = [] }) {
    const [, last = 0, refused = []] = acks.find(([name]) => name === this.#session) ?? [];
    return { last, rest: [refused.length, ...refused.flatMap(([seq, error]) => [seq, reasonIn(error)])] };
  }
}

/** How many new entries of a log are of this player's actions, and how many of other players'; events do not carry their player. */
function authorsOf(entries, seat) {
  const authors = entries.filter(({ automatic }) => !automatic).map(({ action }) => action.payload.playerID);
  return [authors.filter((author) => author === seat).length, authors.filter((author) => author !== undefined && author !== seat).length];
}

/** What is shown to people is a text, whatever a master sends. */
function reasonIn(error) {
  return isReason(error) ? error : invalid('no reason was given');
}

function isNotice(value) {
  return hasMembers(value) && typeof value.id === 'string' && typeof value.text === 'string';
}
