/** A game on the page: its board, its wheel, its controls and the inspector, drawn again after every change. */
import { flyCards } from './flying-cards.js';
import { inspector, sourcePanel } from './inspector.js';
import { badge, select } from './parts.js';
import { actingSeats, listed, seatName, whoActs, winnersOf } from './seats.js';
import { createSession, inMilliseconds } from './session.js';
import { siteAddress } from './site.js';
import { h, render } from './view.js';
import { createPawn, seatWheel } from './wheel.js';

/**
 * Puts `spec` on the page inside `root` and returns a function that removes it. A spec holds `title`, `blurb`, `page`,
 * `source`, `seats`, `game(options)`, `board(view)`, and, where the game has them, `nameOf`, `phases`, `explain`, `options`.
 */
export function mountTable(root, spec, { seed } = {}) {
  const nameOf = spec.nameOf ?? seatName;
  const ui = {};
  let options = structuredClone(spec.options ?? {});
  let numPlayers = spec.seats.default;
  let pawn = createPawn();
  let sourceText = null;
  let isMounted = true;
  let session = begin();
  draw();
  root.addEventListener('keydown', shortcuts);
  return () => {
    isMounted = false;
    root.removeEventListener('keydown', shortcuts);
    session.dispose();
    render(root);
  };

  function begin() {
    const game = { ...spec.game(options), ...(seed ? { seed } : {}) };
    const begun = createSession({ game, numPlayers, nameOf, explain: spec.explain, onChange: draw });
    flyCards(begun.client, root);
    return begun;
  }

  function restart(change) {
    change();
    session.dispose();
    pawn = createPawn();
    for (const name of Object.keys(ui)) delete ui[name];
    session = begin();
    draw();
  }

  function draw() {
    // The source may arrive after another game has replaced this one.
    if (!isMounted) return;
    const focus = focused();
    const { state } = session;
    const view = {
      session, state, G: state.G, ctx: state.ctx, nameOf, ui, options,
      update: draw,
      configure: (change) => restart(() => { options = { ...options, ...change }; }),
      setOption: (change) => { options = { ...options, ...change }; draw(); },
    };
    render(root,
      h('header', { key: 'head', class: 'table-head' },
        h('div', null, h('h2', { id: 'table-title', tabindex: '-1' }, spec.title), h('p', null, spec.blurb)),
        h('div', { class: 'table-options' },
          select({ id: 'seats', label: 'Seats', value: String(numPlayers), options: range(spec.seats.min, spec.seats.max), onChange: (value) => restart(() => { numPlayers = Number(value); }) }))),
      h('div', { key: 'grid', class: 'table-grid' },
        h('div', { key: 'play', class: 'play' },
          statusBar(session, nameOf),
          h('div', { key: 'board', class: `board board-${spec.id}` }, spec.board(view)),
          sourcePanel({ path: spec.source, text: sourceText, open: spec.short, onToggle: loadSource }),
          ownGame(spec.page)),
        h('aside', { key: 'side', class: 'side', 'aria-label': 'State of the engine' },
          h('div', { key: 'wheel', class: 'wheel-box' }, seatWheel({ ctx: state.ctx, nameOf, pawn, phases: spec.phases })),
          inspector(session))));
    restoreFocus(focus);
  }

  async function loadSource({ target }) {
    if (!target.open || sourceText !== null) return;
    sourceText = '';
    const answer = await fetch(spec.source);
    sourceText = await answer.text();
    draw();
  }

  function shortcuts(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches('input, select, textarea')) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) session.redo();
    else session.undo();
  }

  function focused() {
    const element = document.activeElement;
    return root.contains(element) ? { element, seat: element.closest('[data-seat]')?.dataset.seat, isPlayable: isPlayable(element) } : null;
  }

  // A played card removes its button and the focus with it, or leaves its button to an equal card: the focus moves to the same seat's next
  // button, or to that of a seat that may act now.
  function restoreFocus(focus) {
    if (!focus || (root.contains(focus.element) && isPlayable(focus.element) === focus.isPlayable)) return;
    const able = 'button:not([aria-disabled])';
    const next = root.querySelector(`[data-seat="${focus.seat}"][data-acting] ${able}`)
      ?? root.querySelector(`[data-acting] ${able}`) ?? root.querySelector('#table-title');
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  }
}

/** Returns `true` for a card of a seat that may act. */
function isPlayable(element) {
  return element.matches('[data-acting] [data-move]');
}

/** The way from this game to a game of the reader's own. `page` names its page on the site. */
function ownGame(page) {
  const address = siteAddress(`games/${page}/`);
  return address !== null && h('p', { key: 'own', class: 'quiet' }, h('a', { href: address }, 'All of its source'), ' · ', h('a', { href: `${address}#make-your-own` }, 'Make your own'));
}

function statusBar(session, nameOf) {
  const { state, last } = session;
  const { ctx } = state;
  const undos = Math.max(0, state._undo.length - 1);
  return h('div', { key: 'status', class: 'status' },
    h('div', { key: 'who', class: 'status-who', role: 'status', 'aria-live': 'polite' },
      h('span', { class: 'status-badges' }, [...actingSeats(ctx), ...winnersOf(ctx)].map((seat) => badge(seat))),
      h('span', { class: 'status-text' }, outcome(ctx, nameOf) ?? `${whoActs(ctx, nameOf)}.`),
      ctx.phase && h('span', { key: 'phase', class: 'tag' }, `phase ${ctx.phase}`)),
    h('div', { key: 'tools', class: 'tools', role: 'group', 'aria-label': 'Match' },
      tool('undo', 'Undo', 'M9 5 4 10l5 5M4 10h9a6 6 0 0 1 0 12h-2', { possible: undos > 0, onClick: session.undo, count: undos }),
      tool('redo', 'Redo', 'M15 5l5 5-5 5M20 10h-9a6 6 0 0 0 0 12h2', { possible: state._redo.length > 0, onClick: session.redo, count: state._redo.length }),
      tool('reset', 'Reset', 'M5 12a7 7 0 1 0 2.2-5M5 3v5h5', { possible: true, onClick: session.reset }),
      h('output', { key: 'time', class: 'time' }, last ? inMilliseconds(last.time) : '')),
    h('div', { key: 'refused', class: 'refusal-place', role: 'status', 'aria-live': 'polite' },
      last?.refused && h('p', { key: `refused-${last.number}`, class: 'refusal' },
        h('b', null, last.idle ? 'No effect' : 'Refused'), h('code', null, last.label), h('span', { class: 'refusal-reason' }, last.reason), last.type && h('code', { class: 'refusal-type' }, last.type))));
}

function tool(name, label, icon, { possible, onClick, count }) {
  return h('button', { key: name, type: 'button', class: 'tool', 'data-tool': name, 'aria-disabled': possible ? undefined : 'true', onClick },
    h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: icon })),
    h('span', null, label), count > 0 && h('span', { key: 'count', class: 'count' }, count));
}

function outcome(ctx, nameOf) {
  if (ctx.gameover === undefined) return null;
  const winners = winnersOf(ctx);
  if (winners.length === 0) return 'The game is over.';
  return `The game is over. ${listed(winners.map(nameOf))} ${winners.length === 1 ? 'wins' : 'win'}.`;
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
}
