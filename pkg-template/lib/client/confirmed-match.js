import { freeze } from 'immer';

import { FIT_FOLLOWS, FIT_OLD } from '../engine/codes.js';
import { readLog } from '../engine/state-reader.js';
import { isVersion, mismatch } from '../engine/version.js';
import { patched } from '../online/protocol/patch.js';
import { rondelError } from '../util/error.js';
import { hasMembers } from '../util/objects.js';
import { invalid, isReason } from './handle.js';
import { PastLog } from './past-log.js';

/** @type {readonly any[]} */
const NOTHING = Object.freeze([]);
/** So many notices of the server's operator are kept, the newest. */
const MOST_NOTICES = 50;

/**
 * A match as its master has told of it: its state, its log, who plays, and what they said.
 *
 * @typedef {import('./create-client.js').MatchInfo} MatchInfo
 * @implements {MatchInfo}
 */
export class ConfirmedMatch {
  /**
   * An `OnlineState`; null before the master has told.
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
   * Why the master has not sent the match, when it was asked last; null if it has.
   *
   * @type {import('../../types.js').ActionError | null}
   */
  refusal = null;
  /**
   * That the master's game has another version, if it said so when it sent the match last.
   *
   * @type {import('../../types.js').ActionError | null}
   */
  mismatch = null;
  #chat;
  #version;
  #core;
  #session;
  #waiting;
  #development;

  /**
   * @param {object} of
   * @param {ReturnType<typeof import('./online-core.js').makeOnlineCore>} of.core is told of each state
   * @param {import('./chat.js').Chat} of.chat
   * @param {string} of.session the name by which the master knows this client
   * @param {Map<number, unknown>} of.waiting the client's actions that wait for an answer
   * @param {boolean} of.development
   * @param {string | number} [of.version] that of this client's game
   */
  constructor({ core, chat, session, waiting, development, version }) {
    this.#version = version;
    this.#core = core;
    this.#chat = chat;
    this.#session = session;
    this.#waiting = waiting;
    this.#development = development;
  }

  /** Forgets what a seat is told alone: the client goes to another one. What is said, all players of the match hear. */
  leaveSeat() {
    [this.state, this.initialState, this.refusal, this.mismatch] = [null, null, null, null];
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

  /** Whether all of the log has come. */
  get isLogComplete() {
    return this.state?.log.past.isComplete() ?? false;
  }

  /**
   * Takes a message of the master. Throws if it makes no sense.
   *
   * @returns {boolean} whether it says something that is not in the state
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
        return this.#chat.takeOutcome(args[1], args[2] && reasonIn(args[2]));
      case 'notice':
        return this.#takeNotice(args[1]);
      case 'refused':
        this.refusal = reasonIn(args[1]);
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
    // First: what is pending is predicted again, or is not.
    this.mismatch = mismatch(this.#version, isVersion(info.version) ? info.version : undefined);
    if (!this.#confirm(info.state, { log, added: [], deltalog: [], news }, message, true)) {
      this.mismatch = before;
      return false;
    }
    // The same object as long as the same is so.
    if (before?.message === this.mismatch?.message) this.mismatch = before;
    this.initialState = info.initialState ?? null;
    this.#note(info.filteredMetadata, info.nextMatchID);
    this.refusal = null;
    return true;
  }

  /** Who plays, and which match is the next. A master of somebody's own may say anything. */
  #note(players, nextMatchID) {
    this.matchData = players;
    this.nextMatchID = typeof nextMatchID === 'string' ? nextMatchID : undefined;
  }

  /** It may come twice, as any message. */
  #takeNotice(notice) {
    if (!isNotice(notice) || this.notices.some(({ id }) => id === notice.id)) return false;
    this.notices = [...this.notices.slice(1 - MOST_NOTICES), notice];
    return true;
  }

  #takeLog({ before, log, earlier }) {
    return this.state !== null && this.state.log.past.take(before, readLog(log), earlier);
  }

  #takeUpdate(view, deltalog, message) {
    if (!this.state) return this.#core.miss(message.now);
    const isNext = view._stateID <= this.state.view._stateID + 1;
    this.#confirm(view, this.#grown(deltalog), message, false);
    // The state is whole, but entries of the log are missing.
    if (!isNext) this.#core.miss(message.now);
  }

  #takePatch([, base, number, operations, deltalog = []], message) {
    const fit = this.#core.fits(base, number);
    if (fit === FIT_OLD) return;
    if (fit !== FIT_FOLLOWS) return this.#core.miss(message.now);
    const before = this.state.view;
    const view = operations.length > 0 ? patched(before, operations) : before;
    if (view._stateID !== number) throw rondelError('update/patch_failed', 'a patch that leads elsewhere');
    this.#confirm(view, this.#grown(deltalog), message, false);
  }

  /** The log with what a message adds to it: the list is shared, and each state knows its length. */
  #grown(told) {
    const deltalog = readLog(told);
    const { view, log: { past, entries, length } } = this.state;
    const added = deltalog.filter((entry) => entry._stateID >= view._stateID);
    return { log: { past, entries, length: length + added.length, ahead: [] }, added, deltalog, news: deltalog };
  }

  /** Takes a state of the master's, with its log, the entries to be `added` to that, and those that may tell of own actions. */
  #confirm(view, { log, added, deltalog, news }, { sync, seat, now }, isWhole) {
    const [last, refused] = sync ? this.#answersIn(sync) : [-1 - this.#ownIn(news, seat, view._stateID), []];
    const { canUndo = false, canRedo = false } = sync ?? {};
    const before = this.state;
    if (this.#development) freeze(view, true);
    // With something to go back to, the engine can tell whether the next action will be one that can be undone.
    const _undo = [{ G: view.G, ctx: view.ctx, plugins: view.plugins }];
    const known = log.entries.length;
    this.state = { view: { ...view, _undo }, log, deltalog, canUndo, canRedo };
    for (const entry of added) log.entries.push(entry);
    const waitingBefore = this.#waiting.size;
    let isTaken = false;
    try {
      isTaken = this.#core.receive(this.state, { number: view._stateID, last, refused, isWhole }, now);
    } finally {
      if (!isTaken) {
        this.state = before;
        log.entries.length = known;
      }
    }
    if (!isTaken) return false;
    // A message that brings neither a new state nor an answer: the master lacks an action before the one it answers.
    const isNews = before?.view._stateID !== view._stateID || this.#waiting.size < waitingBefore;
    if (sync && !isNews && waitingBefore > 0) this.#core.mendGap(now);
    return true;
  }

  /** The last of this client's actions that is answered, and those that were refused, each followed by the error. */
  #answersIn({ acks = [] }) {
    const ack = acks.find(([name]) => name === this.#session);
    if (!ack) return [0, NOTHING];
    const [, last, refused] = ack;
    if (!refused) return [last, NOTHING];
    return [last, refused.flatMap(([seq, error]) => [seq, reasonIn(error)])];
  }

  /** How many of the player's own actions are among new log entries. Events do not say whose they are. */
  #ownIn(entries, seat, stateID) {
    const authors = entries.filter(({ automatic }) => !automatic).map(({ action }) => action.payload.playerID);
    const own = authors.filter((author) => author === seat).length;
    const isAnonymous = this.state?.view._stateID < stateID && authors.every((author) => author === undefined);
    return isAnonymous ? 1 : own;
  }
}

/** What is shown to people is a text, whatever a master says. */
function reasonIn(error) {
  return isReason(error) ? error : invalid('no reason was given');
}

function isNotice(value) {
  return hasMembers(value) && typeof value.id === 'string' && typeof value.text === 'string';
}
