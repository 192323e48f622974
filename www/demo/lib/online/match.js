/** A match between two phones and a master, all of them in this page, with a network of its own for each phone. */
import { Local } from 'rondel/multiplayer';
import { KEEPER } from '../../games/orchard.js';
import { joinAsBoardgameIO, openServer } from './boardgameios-way.js';
import { joinAsRondel } from './rondels-way.js';

export const PICKERS = ['0', '1'];

const SEATS = 3;

/** Opens a match in one `way`, 'rondel' or 'boardgame.io'. Returns the `phones`, and the `keeper`, who sees everything. */
export function openMatch({ way, game, predict, networks, onChange }) {
  // A new object each time: the masters of old matches are garbage collected with their games.
  const own = { ...game };
  const join = way === 'rondel' ? rondelTable({ game: own, predict }) : boardgameIOTable(own);
  const phones = PICKERS.map((playerID, at) => join({ playerID, network: networks[at], onChange }));
  const keeper = join({ playerID: KEEPER, onChange });
  return {
    phones,
    keeper,
    close() {
      for (const one of [...phones, keeper]) one.leave();
    },
  };
}

function rondelTable({ game, predict }) {
  return ({ playerID, network, onChange }) => joinAsRondel({
    game, predict, playerID, numPlayers: SEATS, multiplayer: Local({ network }), onChange,
  });
}

function boardgameIOTable(game) {
  const server = openServer({ game, matchID: 'orchard', numPlayers: SEATS });
  return ({ playerID, network, onChange }) => joinAsBoardgameIO({ game, playerID, server, network, onChange });
}
