import { freeze } from 'immer';

import { MESSAGE_OTHER_VERSION, MESSAGE_PATCH, MESSAGE_SYNC, MESSAGE_UPDATE } from '../engine/codes.js';
import { checkOutline, readLog } from '../engine/state-reader.js';
import { isVersion, mismatch } from '../engine/version.js';
import { patched } from '../online/protocol/patch.js';
import { rondelError } from '../util/error.js';
import { hasMembers } from '../util/objects.js';
import { invalid, isReason } from './handle.js';
import { MasterTime, shownClock } from './match-clock.js';
import { SEAT_LOST, explained, isEnd } from './online-errors.js';
import { PastLog } from './past-log.js';
import type { ActionError, LogEntry } from '../../types/game.js';
import type { Notice } from '../../types/master.js';
import type { Foreign } from '../util/foreign.js';
import type { Chat } from './chat.js';
import type { MatchInfo } from './client-match.js';
import type { OnlineEngine } from './online-engine.js';
import type { OnlineLog, OnlineState, View } from './online-state.js';
import type { MasterMessage } from './plain-message.js';
import type { SeatID } from './players.js';

/** Maximum number of notices of the server's operator. The newest are kept. */
const MOST_NOTICES = 50;

const NO_ENTRIES: readonly LogEntry[] = [];

/** The `sync` part of a message, and its arrival time. */
interface Arrival {
  sync: Foreign;
  now: number;
}

/** The log of a new state, and the entries that a message adds to it. */
interface Growth {
  log: OnlineLog;
  added: LogEntry[];
  deltalog: LogEntry[];
  news: LogEntry[];
}

/** A match as its master has sent it: state, log, players and chat. */
export class ConfirmedMatch implements MatchInfo {
  /** State of the master; `null` before it has sent one. */
  state: OnlineState | null = null;
  initialState: MatchInfo['initialState'] = null;
  matchData: MatchInfo['matchData'] = undefined;
  nextMatchID: string | undefined = undefined;
  notices: Notice[] = [];
  /** The master's last refusal to send the match; `null` if it sent it. */
  refusal: ActionError | null = null;
  /** Set if the master's game had another version when it last sent the match. */
  mismatch: ActionError | null = null;
  /** IDs of the match and of the player's seat, as text: the page may give numbers. */
  matchID: string | null | undefined;
  seat: SeatID;
  /** `true` if the master has sent the match to this seat with the current credentials. */
  isAdmitted = false;
  /** The master's time, in a game with time. */
  readonly time = new MasterTime();
  /** Number of the state up to which entries were taken; null before the master has sent the match. */
  #takenTo: number | null = null;
  /** Entries that were confirmed since. */
  #entries: LogEntry[] = [];
  /** Matches that this client has received. If the master no longer has one of them, it is over. */
  #had = new Set<string | null | undefined>();
  #chat: Chat;
  #version: string | number | undefined;
  #engine: OnlineEngine;
  #session: string;
  #development: boolean;

  /**
   * @param of.engine receives each state
   * @param of.session name by which the master knows this client
   * @param of.version version of this client's game
   */
  constructor({ matchID, seat, engine, chat, session, development, version }: { matchID: string | null | undefined; seat: SeatID; engine: OnlineEngine; chat: Chat; session: string; development: boolean; version?: string | number }) {
    [this.matchID, this.seat] = [matchID, seat];
    this.#version = version;
    this.#engine = engine;
    this.#chat = chat;
    this.#session = session;
    this.#development = development;
  }

  /** Records that the master has not sent the match for the new credentials. */
  loseAdmission() {
    this.isAdmitted = false;
  }

  /** Forgets the data of this seat when the client moves to another one. The chat is the same for all players of the match. */
  leaveSeat() {
    [this.state, this.initialState, this.refusal, this.mismatch] = [null, null, null, null];
    [this.#takenTo, this.#entries] = [null, []];
    this.loseAdmission();
    [this.matchData, this.nextMatchID] = [undefined, undefined];
  }

  /** Forgets everything when the client moves to another match. */
  leaveMatch() {
    this.leaveSeat();
    this.notices = [];
    this.#chat.clear();
  }

  /** Returns the clock of the match at this moment of the page; null if it has none. */
  clock(now: number) {
    const { clock } = this.state?.view.ctx ?? {};
    return clock ? shownClock(clock, this.time.at(now) ?? clock.now) : null;
  }

  get isSpectator() {
    return this.seat === null || this.seat === undefined;
  }

  /** Returns `true` if this client has received a match of this ID. */
  hasHad(matchID: string | null | undefined) {
    return this.#had.has(matchID);
  }

  /** The reason why a match that this client has received is over for it; `null` if it is not. */
  get ending() {
    return this.hasHad(this.matchID) && isEnd(this.refusal) ? this.refusal : null;
  }

  /** Current error of the match; `null` without one. A lost seat is no error: the connection reports it. */
  get condition() {
    return this.refusal === null || this.refusal.type === SEAT_LOST ? this.mismatch : this.refusal;
  }

  get chatMessages() {
    return this.#chat.messages;
  }

  /** `true` if the whole log has arrived. */
  get isLogComplete() {
    return this.state?.log.past.isComplete() ?? false;
  }

  /** Returns the time at which to request a part of the log again. */
  deadline() {
    return this.state?.log.past.deadline() ?? Infinity;
  }

  /**
   * Handles a message of the master. Throws if it is invalid.
   *
   * @returns `true` if it changes something outside of the state
   */
  take({ type, args, sync }: MasterMessage, now: number): boolean {
    // Ignore messages about other matches. A master sends null in place of a name that is too long for any match.
    if (args[0] !== this.matchID && args[0] !== null) return false;
    switch (type) {
      case 'sync': {
        const [, info] = args;
        return this.#takeSync(info, { sync, now });
      }
      case 'update': {
        const [, view, deltalog = []] = args;
        this.#takeUpdate(view, deltalog, { sync, now });
        return false;
      }
      case 'patch':
        this.#takePatch(args, { sync, now });
        return false;
      case 'log':
        return this.#takeLog(args[1]);
      case 'matchData':
        this.#note(args[1], args[2]);
        return true;
      case 'chat':
        return this.#chat.take(args[1]);
      case 'said':
        return this.#chat.takeOutcome(args[1], args[2] && this.#reasonFor(args, args[2]));
      case 'notice':
        return this.#takeNotice(args[1]);
      case 'refused':
        this.refusal = this.#reasonFor(args, args[1]);
        this.#engine.turnedAway(now);
        return true;
      default:
        return false;
    }
  }

  #takeSync(info: Foreign, message: Arrival) {
    const entries = readLog(info.log ?? []);
    const past = PastLog.of(this.state?.log, entries, info.earlier);
    const log = { past, entries, length: entries.length, ahead: [] };
    const news = entries.filter((entry) => entry._stateID >= (this.state?.view._stateID ?? Infinity));
    const before = this.mismatch;
    let isTaken = false;
    try {
      // First: it decides whether pending actions are predicted again.
      this.mismatch = mismatch(this.#version, isVersion(info.version) ? info.version : undefined);
      isTaken = this.#confirm(info.state, { log, added: [], deltalog: [], news }, message, MESSAGE_SYNC);
    } finally {
      if (!isTaken) this.mismatch = before;
    }
    const isChatNews = this.#chat.takeHistory(info.chat);
    if (!isTaken) return isChatNews;
    // Keep the object as long as it is the same mismatch.
    if (before?.message === this.mismatch?.message) this.mismatch = before;
    this.initialState = info.initialState ?? null;
    this.#note(info.filteredMetadata, info.nextMatchID);
    this.refusal = null;
    this.isAdmitted = true;
    this.#had.add(this.matchID);
    return true;
  }

  #reasonFor([matchID]: Foreign[], error: unknown) {
    return explained(reasonIn(error), { matchID, seat: this.seat, isAdmitted: this.isAdmitted });
  }

  /** Stores the players and the next match. A custom master may send anything. */
  #note(players: MatchInfo['matchData'], nextMatchID: unknown) {
    this.matchData = players;
    this.nextMatchID = typeof nextMatchID === 'string' ? nextMatchID : undefined;
  }

  /** Stores a notice. Like any message, it may arrive twice. */
  #takeNotice(notice: unknown) {
    if (!isNotice(notice) || this.notices.some(({ id }) => id === notice.id)) return false;
    this.notices = [...this.notices.slice(1 - MOST_NOTICES), notice];
    return true;
  }

  #takeLog({ before, log, earlier }: Foreign) {
    return this.state !== null && this.state.log.past.take(before, readLog(log), earlier);
  }

  #takeUpdate(view: View, deltalog: unknown, message: Arrival) {
    if (this.state) this.#confirm(view, this.#grown(deltalog), message, MESSAGE_UPDATE);
    else this.#engine.miss(message.now);
  }

  #takePatch([, base, number, operations, deltalog = []]: Foreign[], message: Arrival) {
    if (!this.#engine.awaits(base, number, message.now)) return;
    const before = this.state!.view;
    const view = operations.length > 0 ? patched(before, operations) : before;
    if (view._stateID !== number) throw rondelError('update/patch_failed', 'a patch that leads elsewhere');
    this.#confirm(view, this.#grown(deltalog), message, MESSAGE_PATCH);
  }

  /** Returns the log with the entries that a message adds. States share the list, and each has its own length. */
  #grown(sent: unknown): Growth {
    const deltalog = readLog(sent);
    const { view, log: { past, entries, length } } = this.state!;
    const added = deltalog.filter((entry) => entry._stateID >= view._stateID);
    return { log: { past, entries, length: length + added.length, ahead: [] }, added, deltalog, news: deltalog };
  }

  /**
   * Handles a state of the master with its log: `added` are its new entries, `news` may contain own actions. Returns `true` if the engine
   * accepted it.
   */
  #confirm(view: View, { log, added, deltalog, news }: Growth, { sync, now }: Arrival, message: number) {
    const { canUndo = false, canRedo = false, now: sent } = sync ?? {};
    this.time.note(sent, now);
    const { state: before } = this;
    checkOutline(view);
    if (this.#development) freeze(view, true);
    const known = log.entries.length;
    // A copy, because parts that are equal to the shown ones are replaced by those.
    this.state = { view: { ...view }, log, deltalog, canUndo, canRedo };
    for (const entry of added) log.entries.push(entry);
    let isTaken = false;
    try {
      const answers = sync ? this.#answersIn(sync) : { last: -1, rest: authorsOf(news, this.seat) };
      const how = this.mismatch === null ? message : message + MESSAGE_OTHER_VERSION;
      isTaken = this.#engine.receive(this.state, { number: view._stateID, message: how, ...answers }, now);
    } finally {
      if (!isTaken) {
        this.state = before;
        log.entries.length = known;
      }
    }
    if (isTaken) this.#noteEntries(message === MESSAGE_SYNC);
    return isTaken;
  }

  /** Returns the log entries that were confirmed since the last call. A page that loads gets none of the past. */
  takeEntries(): readonly LogEntry[] {
    if (this.#entries.length === 0) return NO_ENTRIES;
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }

  /** Notes the entries of new states. Waits for a `sync` if some are missing. */
  #noteEntries(isSync: boolean) {
    const { view: { _stateID }, log: { entries, length } } = this.state!;
    // A master that has lost its memory continues from an older state.
    if (this.#takenTo === null || _stateID < this.#takenTo) this.#takenTo = _stateID;
    if (_stateID === this.#takenTo) return;
    let first = length;
    while (first > 0 && entries[first - 1]._stateID >= this.#takenTo) first -= 1;
    if (!isSync && entries[first]?._stateID !== this.#takenTo) return;
    this.#entries.push(...entries.slice(first, length));
    this.#takenTo = _stateID;
  }

  /** Returns the number of this client's last answered action, and the refusals: their count, then number and error of each. */
  #answersIn({ acks = [] }: Foreign): { last: number, rest: Foreign[] } {
    const [, last = 0, refused = []] = acks.find(([name]: Foreign[]) => name === this.#session) ?? [];
    return { last, rest: [refused.length, ...refused.flatMap(([seq, error]: Foreign[]) => [seq, reasonIn(error)])] };
  }
}

/** Returns the number of new log entries of this player's actions, and of other players' actions. Events do not carry their player. */
function authorsOf(entries: LogEntry[], seat: SeatID) {
  const authors = entries.filter(({ automatic }) => !automatic).map(({ action }) => action.payload.playerID);
  return [authors.filter((author) => author === seat).length, authors.filter((author) => author !== undefined && author !== seat).length];
}

/** Returns an error with texts, whatever a master sends. */
function reasonIn(error: unknown): ActionError {
  return isReason(error) ? error : invalid('no reason was given');
}

function isNotice(value: unknown): value is Notice {
  return hasMembers(value) && typeof value.id === 'string' && typeof value.text === 'string';
}
