import { jsonCopy } from '../online/protocol/json-copy.js';
import { isDevelopment } from '../util/environment.js';
import { complain } from '../util/complain.js';
import { makeBot, readBotSpec } from './bot-spec.js';

/** Milliseconds between a state and a bot's move, as in boardgame.io. */
const PAUSE = 100;
/** So many vain attempts in a row, and a bot waits until the match goes on without it. */
const ATTEMPTS = 10;

/**
 * Bots at a master's matches, by boardgame.io's contract: `new Bot({ game, enumerate, seed })` and
 * `await bot.play(state, playerID)`, which answers `{ action }`. A bot sees what a player at its seat sees.
 *
 * @param {object} options
 * @param {import('../../types.js').Game} options.game
 * @param {Record<string, import('../../ai.d.ts').BotSpec>} options.bots by playerID
 * @param {(ctx: object, playerID: string) => boolean} options.isActive whether a player may act
 * @param {Function} options.viewOf the viewer's filter
 * @param {Function} options.act the master's `onUpdate`
 */
export function seatBots({ game, bots, isActive, viewOf, act }) {
  const seats = Object.entries(bots).map(([playerID, spec]) => {
    return { playerID, bot: makeBot(readBotSpec(spec, { game, place: `bots['${playerID}']` }), game) };
  });
  const matches = new Map();
  return { lookAt, forget };

  /** The match has come to this state: a bot may have to move. */
  function lookAt(matchID, state) {
    const match = matches.get(matchID);
    if (!match) {
      const begun = { matchID, state, vain: new Map(), timer: null, isThinking: false };
      matches.set(matchID, begun);
      plan(begun);
    } else if (match.state._stateID !== state._stateID) {
      match.state = state;
      match.vain.clear();
      if (!match.isThinking) plan(match);
    }
  }

  /** Nobody looks any more: the bots stop until somebody does. */
  function forget(matchID) {
    clearTimeout(matches.get(matchID)?.timer);
    matches.delete(matchID);
  }

  function plan(match) {
    clearTimeout(match.timer);
    if (nextOf(match)) match.timer = setTimeout(() => play(match), PAUSE);
  }

  /** The first bot that may act and has not given up. */
  function nextOf({ state, vain }) {
    return seats.find(({ playerID }) => (vain.get(playerID) ?? 0) < ATTEMPTS && isActive(state.ctx, playerID));
  }

  async function play(match) {
    const { state } = match;
    const seat = nextOf(match);
    if (!seat) return;
    match.isThinking = true;
    const reason = await attempt(match, seat);
    match.isThinking = false;
    if (matches.get(match.matchID) !== match) return;
    if (match.state === state) countVain(match, seat.playerID, reason);
    plan(match);
  }

  /** Answers why it was in vain, if that is known. */
  async function attempt(match, { playerID, bot }) {
    const { matchID, state } = match;
    try {
      const seen = viewOf(playerID, { type: 'update', args: [matchID, state] }).args[1];
      // Bots are strangers: what they do to a state or an action later stays with them.
      const { action } = await bot.play(jsonCopy(seen), playerID);
      if (matches.get(matchID) !== match) return undefined;
      const answer = await act(action && jsonCopy(action), state._stateID, matchID, playerID);
      return answer?.error;
    } catch (thrown) {
      return thrown;
    }
  }
}

function countVain({ vain }, playerID, reason) {
  const count = (vain.get(playerID) ?? 0) + 1;
  vain.set(playerID, count);
  if (count >= ATTEMPTS && isDevelopment()) complain(`rondel: bot '${playerID}' tried ${count} times in vain, and waits until the match goes on:`, reason);
}
