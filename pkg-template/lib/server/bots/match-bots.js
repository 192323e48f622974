import { failureText, newFailures } from '../../ai/bot-failure.js';
import { isMinTime } from '../../ai/min-time.js';
import { seatBots } from '../../ai/seated-bots.js';
import { botOptionsOf } from '../../game/declarations.js';
import { rulesOf } from '../../game/rules.js';
import { BY_BOT, botsOf, isBot, notesOf } from '../../online/bot-seats.js';
import { STORAGE_FAILED } from '../../online/failures.js';
import { reportTo } from '../../online/reports.js';
import { rondelError } from '../../util/error.js';
import { isObject } from '../../util/objects.js';
import { messageOf } from '../../util/print.js';
import { unref } from '../../util/unref.js';

const METADATA = { metadata: true };
/** Milliseconds between a state and the thought about it, as in boardgame.io. */
const PAUSE = 100;
/** Milliseconds beyond the longest thoughts of a few that wait, after which another process that is to think is taken for dead. */
const LATE = 2000;
/** Milliseconds after which the storage is asked again that has failed. */
const RETRY = 1000;
/**
 * Milliseconds between a thought and the next in its place: strangers may have a thousand matches in which bots play each other, and
 * think for no time at all.
 */
const REST = 10;
const NOBODY = Object.freeze({});

/**
 * Where the state of a match comes from: this process has stored it, another one has, or it was stored when the first client came.
 *
 * @typedef {'here' | 'elsewhere' | 'before'} Source
 *
 * @typedef {object} Match one with connections here
 * @property {any} state
 * @property {Source} source
 * @property {string} seated which seats are bots', as text
 * @property {string} read the same as it was when it was read how they play
 * @property {boolean} isReading
 * @property {Record<string, import('../../online/bot-seats.js').BotSettings>} bots
 * @property {unknown} share by which it shares the time to think
 * @property {number} time milliseconds of the thought that is under way
 */

/**
 * The bots at the matches of one game that somebody is connected to by this process. Of several processes, the one that has stored a state
 * thinks about it; others wait for longer than that takes, in case it is no more. What comes second is stale.
 *
 * @param {object} options
 * @param {object} options.game
 * @param {any} options.master
 * @param {(ctx: object, playerID: string) => boolean} options.isActive whether a player may act
 * @param {Function} options.viewOf the viewer's filter
 * @param {any} options.storage
 * @param {import('./thinking.js').Thinking} options.thinking
 * @param {(matchID: string) => boolean} options.isOpen whether somebody is connected to a match here
 * @param {(metadata: any) => boolean} options.isElsewhere whether a player is connected by another process
 */
export function openMatchBots({ game, master, isActive, viewOf, storage, thinking, isOpen, isElsewhere }) {
  const { name } = rulesOf(game);
  /** @type {Map<string, Match>} */
  const matches = new Map();
  const isNew = newFailures();
  const thinker = thinking.open(game, (error) => report(`game '${name}': a bot's worker has ended`, error));
  const seats = seatBots({
    game,
    isActive,
    viewOf,
    act,
    thinker: { think, forget() {}, close() {} },
    failed: (failure) => report(failureText(name, failure), failure.reason, failure.matchID),
    pauseOf: (matchID) => (matches.get(matchID)?.source === 'elsewhere' ? 3 * thinking.longest + LATE + longestMinTime(matchID) : PAUSE),
    minTimeOf: (matchID, playerID) => minTimeOf(matches.get(matchID)?.bots[playerID]),
    admit,
  });
  return { note, forget, close };

  /**
   * Receives what all at a match, or one of them, is sent.
   *
   * @param {{ type: string, args: any[] }} payload
   * @param {Source} source
   */
  function note({ type, args }, source) {
    const [matchID, content] = args;
    if (!isOpen(matchID)) return;
    if (type === 'sync') look(matchID, { state: content.state, source, players: content.filteredMetadata });
    else if (type === 'update') look(matchID, { state: content, source });
    else if (type === 'patch') look(matchID, { state: args[3], source });
    else if (type === 'matchData') look(matchID, { players: content });
  }

  /** The last client has gone. */
  function forget(matchID) {
    matches.delete(matchID);
    seats.forget(matchID);
  }

  /** Ends all thoughts. */
  function close() {
    for (const matchID of [...matches.keys()]) forget(matchID);
    thinker.close();
  }

  /** @param {string} matchID @param {{ state?: any, source?: Source, players?: any }} news */
  function look(matchID, { state, source, players }) {
    const match = matches.get(matchID) ?? begin(matchID);
    if (state && state._stateID !== match.state?._stateID) Object.assign(match, { state, source });
    if (Array.isArray(players)) match.seated = textOfBots(players);
    if (match.read === match.seated) lookAtState(matchID, match);
    else if (!match.isReading) readBots(matchID, match);
  }

  function begin(matchID) {
    /** @type {Match} */
    const match = { state: null, source: 'before', seated: '', read: '', isReading: false, bots: NOBODY, share: matchID, time: 0 };
    matches.set(matchID, match);
    return match;
  }

  function lookAtState(matchID, { state, bots }) {
    if (state && bots !== NOBODY) seats.lookAt(matchID, state, bots);
  }

  /** How its bots play is in the metadata alone. */
  async function readBots(matchID, match) {
    const { seated } = match;
    match.isReading = true;
    try {
      const { metadata } = await storage.fetch(matchID, METADATA);
      match.read = seated;
      match.bots = Object.freeze(botsOf(metadata));
      match.share = notesOf(metadata).share ?? matchID;
      if (match.source === 'before' && isElsewhere(metadata)) match.source = 'elsewhere';
    } catch (error) {
      reportTo(master, error, { matchID });
      await later(RETRY);
    }
    match.isReading = false;
    if (matches.get(matchID) === match) look(matchID, {});
  }

  /** A bot of the game's own may have a time of its own. */
  function minTimeOf(settings) {
    const { bots } = botOptionsOf(rulesOf(game));
    const own = typeof settings === 'string' && isObject(bots) && Object.hasOwn(bots, settings) ? bots[settings].minTime : undefined;
    return isMinTime(own) ? own : thinking.minTime;
  }

  function longestMinTime(matchID) {
    return Math.max(0, ...Object.values(matches.get(matchID)?.bots ?? {}).map(minTimeOf));
  }

  /** While the storage fails, what a bot does is done again. */
  async function act(action, stateID, matchID, playerID) {
    for (;;) {
      const refusal = await master.onUpdate(action, stateID, matchID, playerID, BY_BOT);
      const isToWait = refusal?.error === STORAGE_FAILED && matches.get(matchID)?.state._stateID === stateID;
      if (!isToWait) return refusal;
      await later(RETRY);
    }
  }

  async function admit(matchID, signal) {
    const match = matches.get(matchID);
    const turn = await thinking.turns.take(match?.share, signal);
    if (match) match.time = thinking.timeIn(turn.crowd);
    return () => { later(REST).then(turn.end); };
  }

  /** @param {any} question */
  function think({ matchID, playerID, state, spec: settings }, how) {
    return thinker.think({ matchID, playerID, state, settings, time: matches.get(matchID)?.time ?? thinking.longest }, how);
  }

  /** The same failure in another match is the same. */
  function report(text, reason, matchID = '') {
    const message = `${text}: ${messageOf(reason)}`;
    if (isNew(message)) reportTo(master, Object.assign(rondelError('bot/failed', message), { cause: reason }), { matchID: matchID || undefined });
  }
}

/** @param {number} milliseconds @returns {Promise<void>} */
function later(milliseconds) {
  return new Promise((resolve) => { unref(setTimeout(resolve, milliseconds)); });
}

/** Empty if there are none. */
function textOfBots(players) {
  const bots = players.filter(isBot);
  return bots.length === 0 ? '' : JSON.stringify(bots.map(({ id, bot }) => [id, bot]));
}
