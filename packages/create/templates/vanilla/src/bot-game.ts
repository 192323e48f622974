import { Client } from 'rondel/client';
import { nameOfSeat, playAgainst } from './bots.ts';
import { button, choice, el, type Part } from './dom.ts';
import { makeTable } from './table.ts';

/** A match in this page. */
export function makeBotGame(): Part {
  const opponents = choice('Opponents', [1, 2, 3], start);
  const place = el('div');
  let table: Part | undefined;
  start();
  return {
    element: el('div', {}, el('div', { className: 'row' }, opponents.element, button('New match', start)), place),
    remove: () => table?.remove(),
  };

  function start() {
    table?.remove();
    table = makeTable(Client(playAgainst(opponents.value)), nameOfSeat);
    place.replaceChildren(table.element);
  }
}
