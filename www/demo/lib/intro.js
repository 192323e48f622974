/** The top of the page: the twenty-line game on its wheel, its source, and a measurement in this very tab. */
import { Client } from 'rondel/client';
import harvest, { FIELDS, TO_WIN } from '../games/harvest.js';
import { harvestWheel } from '../boards/harvest.js';
import { code } from './inspector.js';
import { badge } from './parts.js';
import { seatName } from './seats.js';
import { createSession } from './session.js';
import { h, render } from './view.js';

const SOURCE = './games/harvest.js';
const WARMED_UP = 5000;
const MEASURED = 10000;

/** Brings the intro to life. */
export function mountIntro({ seed }) {
  const game = { ...harvest, ...(seed ? { seed } : {}) };
  const wheel = document.querySelector('#harvest');
  const session = createSession({ game, numPlayers: 2, explain, onChange: draw });
  draw();
  showSource(document.querySelector('#twenty-lines'));
  measure(document.querySelector('#measure'), document.querySelector('#measured'));
  copy(document.querySelector('#copy'));

  function draw() {
    const { state, last } = session;
    const { ctx, G } = state;
    const over = ctx.gameover !== undefined;
    render(wheel,
      harvestWheel(state, (steps) => session.move(ctx.currentPlayer, 'advance', steps)),
      h('div', { key: 'score', class: 'harvest-score' }, G.coins.map((coins, seat) => h('span', { key: seat, class: `harvest-seat${!over && ctx.currentPlayer === String(seat) ? ' is-current' : ''}` },
        badge(String(seat)), h('b', { 'data-testid': `coins-${seat}` }, coins), h('span', { class: 'sr' }, `${coins === 1 ? 'coin' : 'coins'} of ${seatName(seat)}`)))),
      h('p', { key: 'says', class: 'harvest-says', role: 'status', 'aria-live': 'polite' },
        last?.refused ? [h('b', null, 'Refused: '), last.reason]
          : over ? `${seatName(ctx.gameover.winner)} wins.`
            : `${seatName(ctx.currentPlayer)}: go one to three fields on. First to ${TO_WIN} coins.`),
      over && h('button', { key: 'again', type: 'button', class: 'button', onClick: session.reset }, 'Play again'));
  }
}

function explain({ G }, seat, _move, [steps]) {
  if (steps > 3) return 'that is more than three fields away.';
  return G.at.includes(((G.at[seat] ?? -1) + steps) % FIELDS.length) ? 'somebody stands there.' : null;
}

async function showSource(place) {
  const answer = await fetch(SOURCE);
  render(place, code((await answer.text()).trimEnd()));
}

// Measured on request only, to spare batteries.
function measure(button, place) {
  button.addEventListener('click', () => {
    const { endIf: _, ...endless } = harvest;
    const client = Client({ game: endless, numPlayers: 2, debug: false, quiet: true });
    const play = (moves) => {
      for (let move = 0; move < moves; move++) client.moves.advance(2);
    };
    // One step first: from then on the two pawns never share a field.
    client.moves.advance(1);
    play(WARMED_UP);
    const began = performance.now();
    play(MEASURED);
    const each = ((performance.now() - began) / MEASURED) * 1000;
    client.dispose();
    place.textContent = `${each < 10 ? each.toFixed(1) : Math.round(each)} µs a move, over ${MEASURED.toLocaleString('en')} moves`;
  });
}

function copy(button) {
  button.addEventListener('click', async () => {
    const said = button.querySelector('span');
    try {
      await navigator.clipboard.writeText('scripts/build && npm pack ./pkg');
      said.textContent = 'Copied';
    } catch {
      said.textContent = 'Press Ctrl+C';
      getSelection().selectAllChildren(document.querySelector('#install'));
    }
    setTimeout(() => { said.textContent = 'Copy'; }, 2000);
  });
}
