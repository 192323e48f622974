/** Games against bots: their seats, their boards, and the labels of a bot's moves. */
import { FOUR_NAMES, connectFourBoard } from '../../boards/connect-four.js';
import { showdownBoard, showdownName } from '../../boards/showdown.js';
import closedShowdown from '../../games/closed-showdown.js';
import connectFour from '../../games/connect-four.js';
import { KINDS } from '../../games/showdown-cards.js';

export const BOT_GAMES = [
  {
    id: 'four',
    title: 'Connect four',
    says: 'Nothing is hidden. The bars over the columns grow with the tries of a column, and say how much of a win it is worth.',
    game: connectFour,
    numPlayers: 2,
    nameOf: (seat) => FOUR_NAMES[seat],
    board: ({ thinker, thoughtOf, ...view }) => connectFourBoard({ ...view, thoughtOf: (...move) => thoughtOf(thinker, ...move) }),
    label: ({ payload }) => `Column ${payload.args[0] + 1}`,
  },
  {
    id: 'snow',
    title: 'Showdown',
    says: 'No player sees the others’ cards, and neither do the bots: for each try they deal the unseen cards again. The page shows a bot’s findings about its cards when all hands are open.',
    game: closedShowdown,
    numPlayers: 3,
    hasHands: true,
    nameOf: showdownName,
    board: ({ play, ...view }) => showdownBoard({ ...view, session: { move: (_seat, ...move) => play(...move) } }),
    label: showdownLabel,
  },
];

const ANSWERS = {
  takeHit: 'Take the hit', hideInFort: 'Hide in the Snow fort', finishTurn: 'Finish the turn',
};
const VERBS = { discard: 'Discard ', chooseCard: 'Take ', throwBack: 'Answer with ' };

/** Returns the label of a move. A card that is hidden from the page's player is called a card. */
function showdownLabel({ payload: { type, args } }, { G, seesHand }) {
  if (type in ANSWERS) return ANSWERS[type];
  const [cardId, target] = args;
  const card = seesHand || type === 'chooseCard' ? KINDS[G.cardMap[cardId].type].title : 'a card';
  return `${VERBS[type] ?? ''}${card}${target === undefined ? '' : ` at ${showdownName(target)}`}`;
}
