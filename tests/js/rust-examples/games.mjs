// The games of examples/rust and their twins in JavaScript.
import connectFour from '../../../examples/rust/connect-four/twin.js';
import magpies from '../../../examples/rust/magpies/twin.js';
import ticTacToe from '../../../examples/rust/tic-tac-toe/twin.js';
import { builtGame } from './built.mjs';

const card = (dice) => dice.from(0, 11);
const seat = (dice, { numPlayers }) => String(dice.below(numPlayers));

/**
 * `tries`: the moves, with arguments of the right types that somebody might try. `setupData` of a match, `secrets` as `checkSecrecy` takes
 * them.
 */
export const GAMES = await Promise.all([
  {
    name: 'tic-tac-toe', twin: ticTacToe, seats: [2, 2],
    tries: { mark: [(dice) => dice.below(11)] },
    secrets: () => [],
  },
  {
    name: 'connect-four', twin: connectFour, seats: [2, 2],
    tries: { drop: [(dice) => dice.below(9)] },
    secrets: () => [],
  },
  {
    name: 'magpies', twin: magpies, seats: [2, 4],
    tries: { bid: [card], raid: [card, seat], guard: [card], giveUp: [], forage: [] },
    setupData: (dice) => dice.one([undefined, undefined, 1, 3, 9]),
    secrets: ({ deck, hands, bids }, ctx, playerID) => [deck, ...[...hands, ...bids].filter((_, at) => String(at % hands.length) !== playerID)],
    // A single card may equal another card or a count, so only whole piles are checked.
    allow: ({ value }) => !Array.isArray(value),
  },
].map(async (game) => ({ ...game, rust: await builtGame(game.name) })));
