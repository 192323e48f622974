import { rulesOf } from '../game/rules.js';
import { jsonCopy } from '../util/json-copy.js';
import { reportUncaught } from '../util/print.js';
import { paced } from './pace.js';
import { isIdle } from './bot-failure.js';
import { isWorkersSilence } from './bot-worker.js';
import { standIns } from './stand-ins.js';

/** Milliseconds between a state and a bot's move, as in boardgame.io. */
const PAUSE = 100;
/** So often a bot's action may be refused in one state, until another one takes its place. */
const TRIES = 3;
/** So many thoughts in a row are broken off because the state changes: people who act all the time keep no bot from acting. */
const INTERRUPTIONS = 3;

/**
 * A failure of a bot, and what was done about it.
 *
 * @typedef {object} BotFailure
 * @property {string} matchID
 * @property {string} playerID the bot's seat
 * @property {any} action what was refused; undefined if there was none
 * @property {unknown} reason what was thrown, or why it was refused
 * @property {any} standIn the action that was done in its place; null if there was none: the bot waits until the match goes on
 *
 * @typedef {Readonly<Record<string, any>>} Seats bots by playerID, each as the thinker takes it: the same object as long as nothing changes
 */

/**
 * Bots at the seats of a master's matches. In each match one of them thinks at a time, about what a player at its seat sees. Its
 * thought is broken off when the state changes. A bot that fails, by whatever it does, passes, or does the first thing that the game
 * offers: no match waits for it.
 *
 * @param {object} options
 * @param {object} options.game
 * @param {(ctx: object, playerID: string) => boolean} options.isActive whether a player may act
 * @param {Function} options.viewOf the viewer's filter
 * @param {(action: any, stateID: number, matchID: string, playerID: string) => Promise<any>} options.act the master's `onUpdate`
 * @param {import('./thinker.js').Thinker} options.thinker
 * @param {(failure: BotFailure) => void} options.failed
 * @param {(matchID: string, state: any) => number} [options.pauseOf] milliseconds between a state and the thought about it
 * @param {(matchID: string, playerID: string) => number} [options.minTimeOf] milliseconds between a state and a bot's action, at least
 * @param {(matchID: string, signal: AbortSignal) => Promise<() => void>} [options.admit] resolves when there may be a thought about this
 *   match, with what is called when the bot uses no processor any more, perhaps twice; rejects when the signal ends it
 */
export function seatBots({ game, isActive, viewOf, act, thinker, failed, pauseOf = () => PAUSE, minTimeOf = () => 0, admit = atOnce }) {
  const matches = new Map();
  return { lookAt, forget };

  /**
   * The match has come to this state, or has other bots: one of them may have to move.
   *
   * @param {string} matchID
   * @param {any} state
   * @param {Seats} bots
   */
  function lookAt(matchID, state, bots) {
    const match = matches.get(matchID) ?? begin(matchID);
    if (match.state?._stateID === state._stateID && match.bots === bots) return;
    Object.assign(match, { state, bots, since: performance.now(), refused: 0, stuck: new Set() });
    if (match.thought && match.interruptions < INTERRUPTIONS) {
      match.interruptions += 1;
      match.thought.abort();
    }
    if (!match.isBusy) plan(match);
  }

  /** No client is connected any more: the bots stop until one is. */
  function forget(matchID) {
    const match = matches.get(matchID);
    if (!match) return;
    matches.delete(matchID);
    clearTimeout(match.timer);
    match.thought?.abort();
    thinker.forget(matchID);
  }

  function begin(matchID) {
    const match = {
      matchID, state: null, bots: {}, timer: undefined,
      /** When this state came. */
      since: 0,
      /** Between the beginning of a thought and the result of its action. */
      isBusy: false,
      /** Ends the thought; null while nothing is thought. */
      thought: null,
      interruptions: 0,
      /** Actions that were refused in this state. */
      refused: 0,
      /** The players who can do nothing in this state. */
      stuck: new Set(),
      /** The player who has acted last. */
      last: null,
    };
    matches.set(matchID, match);
    return match;
  }

  function plan(match) {
    clearTimeout(match.timer);
    if (nextOf(match) !== undefined) match.timer = setTimeout(() => play(match), pauseOf(match.matchID, match.state));
  }

  /** The bot that is to act: those who may take turns. */
  function nextOf({ state, bots, stuck, last }) {
    const able = Object.keys(bots).filter((playerID) => !stuck.has(playerID) && isActive(state.ctx, playerID));
    return able[(able.indexOf(last) + 1) % able.length];
  }

  async function play(match) {
    const { state, matchID } = match;
    const playerID = nextOf(match);
    match.isBusy = true;
    try {
      const failure = await attempt(match, playerID);
      if (failure && isAsItWas(match, state)) await makeGood(match, playerID, failure);
    } catch (thrown) {
      // Thrown by the caller's own callbacks: the match does not wait for these either.
      match.stuck.add(playerID);
      reportUncaught(thrown);
    }
    match.isBusy = false;
    match.last = playerID;
    if (matches.get(matchID) === match) plan(match);
  }

  /** Whether a client is still connected, and nothing has happened. */
  function isAsItWas(match, state) {
    return match.state === state && matches.get(match.matchID) === match;
  }

  /** Thinks and acts. Returns why nothing was done, if the bot is the reason. */
  async function attempt(match, playerID) {
    const { matchID } = match;
    let action;
    try {
      const thought = await think(match, playerID);
      ({ action } = thought);
      // Bots are not trusted: they may change the action object later.
      action = jsonCopy(action);
      if (matches.get(matchID) !== match) return undefined;
      const refusal = await act(action, thought.stateID, matchID, playerID);
      return { action, reason: refusal?.error ?? 'it changed nothing' };
    } catch (reason) {
      return { action, reason };
    }
  }

  /** What the bot would do, and in which state: the match may have gone on before it was admitted. */
  async function think(match, playerID) {
    const { matchID, bots, since } = match;
    const thought = new AbortController();
    const { signal } = match.thought = thought;
    const search = async () => {
      const done = await admit(matchID, signal);
      const held = [];
      try {
        const { _stateID: stateID } = match.state;
        const state = jsonCopy(viewFor(match, playerID));
        const hold = (playing) => held.push(playing);
        const { action } = await thinker.think({ matchID, playerID, spec: bots[playerID], state }, { signal, hold, onIdle: done });
        return { action, stateID };
      } finally {
        Promise.all(held).then(done);
      }
    };
    try {
      return await paced(search(), { until: since + minTimeOf(matchID, playerID), signal });
    } finally {
      match.thought = null;
      if (!signal.aborted) match.interruptions = 0;
    }
  }

  function viewFor({ matchID, state }, playerID) {
    return viewOf(playerID, { type: 'update', args: [matchID, state] }).args[1];
  }

  /** An action that was refused may have been chosen by chance: there is another try. */
  async function makeGood(match, playerID, { action, reason }) {
    if (action !== undefined && (match.refused += 1) < TRIES) return;
    const { matchID } = match;
    const standIn = await doInPlace(match, playerID, !isWorkersSilence(reason));
    if (standIn === null) match.stuck.add(playerID);
    // A player who can do nothing while others act waits as a person would.
    if (standIn === null && isIdle(reason) && mayOthersAct(match)) return;
    failed({ matchID, playerID, action, reason, standIn });
  }

  function mayOthersAct({ state: { ctx }, stuck }) {
    return Object.keys(ctx.activePlayers ?? {}).some((playerID) => !stuck.has(playerID) && isActive(ctx, playerID));
  }

  async function doInPlace(match, playerID, canBeAsked) {
    const { matchID, state } = match;
    const view = canBeAsked ? () => viewFor(match, playerID) : undefined;
    for (const action of standIns(rulesOf(game), view, playerID)) {
      await act(action, state._stateID, matchID, playerID);
      if (!isAsItWas(match, state)) return action;
    }
    return null;
  }
}

async function atOnce() {
  return () => {};
}
