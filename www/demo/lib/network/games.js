/** Games over the network, with their boards for players and spectators. */
import { everybodyDiscardsBoard } from '../../boards/everybody-discards.js';
import { fruit, orchardBoard } from '../../boards/orchard.js';
import closedHands from '../../games/closed-hands.js';
import orchard from '../../games/orchard.js';
import { h } from '../view.js';

export const NETWORK_GAMES = [
  {
    game: orchard,
    title: 'Orchard',
    blurb: 'Two pickers, and nobody waits for a turn. A favourite fruit counts double, and only its picker knows which one it is.',
    seats: { min: 2, max: 2 },
    board: orchardOf,
  },
  {
    game: closedHands,
    title: 'Everybody discards',
    blurb: 'You score the cards that you play, and everybody else must discard. No player sees the others’ cards: the server does not send them.',
    seats: { min: 2, max: 4 },
    board: closedHandsOf,
  },
];

function orchardOf({ player, nameOf }) {
  const { shown, confirmed, playerID } = player;
  const favourite = shown.G.players[playerID]?.favourite;
  return [
    orchardBoard({ shown, confirmed, nameOf, onPick: (at) => player.move('pick', at) }),
    favourite && h('p', { key: 'favourite', class: 'network-secret' }, 'Your secret: ', fruit(favourite), ` ${favourite}s count 2`),
  ];
}

function closedHandsOf({ player, nameOf }) {
  const { G, ctx } = player.shown;
  const session = {
    move: (_seat, name, ...args) => player.move(name, ...args),
    event: (_seat, name) => player.event(name),
  };
  return everybodyDiscardsBoard({ G, ctx, session, nameOf, owns: (seat) => seat === player.playerID });
}
