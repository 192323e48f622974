/** The explorer: choose an order and who is active, then let any seat try anything. */
import { ACTIVE, NEXT, ORDERS, activeArgument } from '../games/turn-orders.js';
import { inline } from '../lib/format.js';
import { code } from '../lib/inspector.js';
import { badge, moveButton, seatPanel, seats, select } from '../lib/parts.js';
import { mayAct, seatsOf } from '../lib/seats.js';
import { h } from '../lib/view.js';

/** Initial options of the explorer. */
export const explorerOptions = {
  order: 'DEFAULT',
  places: ['2', '0', '1'],
  active: 'none',
  custom: { who: 'all', stage: 'bid', minMoves: 0, maxMoves: 2, revert: false, next: 'none' },
};

/** The board. */
export function turnOrdersBoard(view) {
  const { ctx, session, nameOf, options, G } = view;
  return [
    configuration(view),
    h('pre', { key: 'code', class: 'code code-slim', tabindex: '0', 'aria-label': 'The game’s turn, as code' }, h('code', null, code(definition(options)))),
    seats(ctx, (seat) => {
      const acting = mayAct(ctx, seat);
      const owner = acting && seat === ctx.currentPlayer;
      const made = ctx._activePlayersNumMoves?.[seat] ?? (owner && !ctx.activePlayers ? ctx.numMoves : 0);
      const limit = acting ? ctx._activePlayersMaxMoves?.[seat] : undefined;
      const event = (name, label, possible) => moveButton({
        key: name, class: 'button is-quiet', 'data-event': name, possible, label: `${label}, ${nameOf(seat)}`, onClick: () => session.event(seat, name),
      }, label);
      return seatPanel({ seat, ctx, nameOf, note: h('span', null, h('b', { 'data-testid': `acted-${seat}` }, G.acted[seat]), ' acted') },
        acting && h('p', { key: 'limit', class: 'meter' }, `${made}${limit ? ` of ${limit}` : ''} ${made === 1 && !limit ? 'move' : 'moves'} ${ctx.activePlayers ? 'in this set' : 'this turn'}`),
        h('div', { key: 'moves', class: 'moves' },
          moveButton({ key: 'act', class: 'button', 'data-move': 'act', possible: acting, label: `Act, ${nameOf(seat)}`, onClick: () => session.move(seat, 'act') }, 'Act'),
          event('endStage', 'End stage', acting && ctx.activePlayers !== null),
          event('endTurn', 'End turn', acting),
          event('pass', 'Pass', acting),
          event('endPhase', 'End phase', acting)));
    }),
    whatNow(view),
    history(view),
  ];
}

function configuration({ options, configure, setOption, session, ctx }) {
  const custom = (field) => (value) => {
    const next = { ...options.custom, [field]: value };
    if (options.active === 'custom') configure({ custom: next });
    else setOption({ custom: next });
  };
  const number = (field) => (value) => custom(field)(Number(value));
  const counts = ['0', '1', '2', '3'].map((count) => [count, count === '0' ? '–' : count]);
  return h('form', { key: 'form', class: 'configuration', onSubmit: (event) => event.preventDefault() },
    h('fieldset', { key: 'turn' }, h('legend', null, 'The turn'),
      select({ id: 'order', label: 'turn.order', value: options.order, options: ORDERS, onChange: (order) => configure({ order }) }),
      select({ id: 'active', label: 'turn.activePlayers', value: options.active, options: ACTIVE, onChange: (active) => configure({ active }) }),
      options.order.startsWith('CUSTOM') && h('label', { key: 'places', class: 'field-select' }, h('span', null, 'Order of play'),
        h('input', {
          id: 'places', value: options.places.join(' '), spellcheck: 'false', autocomplete: 'off', inputmode: 'numeric',
          onChange: ({ target }) => {
            const places = target.value.split(/[\s,]+/).filter((seat) => seatsOf(ctx).includes(seat));
            if (places.length) configure({ places });
            else target.value = options.places.join(' ');
          },
        }))),
    h('fieldset', { key: 'custom' }, h('legend', null, 'setActivePlayers'),
      select({ id: 'who', label: 'Who', value: options.custom.who, options: ['all', 'others', 'currentPlayer'], onChange: custom('who') }),
      select({ id: 'stage', label: 'Stage', value: options.custom.stage, options: ['bid', 'pay', 'Stage.NULL'], onChange: custom('stage') }),
      select({ id: 'minMoves', label: 'minMoves', value: String(options.custom.minMoves), options: counts, onChange: number('minMoves') }),
      select({ id: 'maxMoves', label: 'maxMoves', value: String(options.custom.maxMoves), options: counts, onChange: number('maxMoves') }),
      select({ id: 'next', label: 'next', value: options.custom.next, options: Object.keys(NEXT), onChange: custom('next') }),
      h('label', { key: 'revert', class: 'field-check' },
        h('input', { id: 'revert', type: 'checkbox', checked: options.custom.revert, onChange: ({ target }) => custom('revert')(target.checked) }), h('span', null, 'revert')),
      h('button', { key: 'call', type: 'button', class: 'button', 'data-event': 'setActivePlayers', onClick: () => session.event(caller(ctx), 'setActivePlayers', activeArgument(options.custom)) }, 'Call it now')));
}

function definition({ order, places, active, custom }) {
  const written = order === 'CUSTOM' ? `TurnOrder.CUSTOM(${inline(places)})` : order === 'CUSTOM_FROM' ? "TurnOrder.CUSTOM_FROM('order')" : `TurnOrder.${order}`;
  const players = active === 'none' ? '' : `\n  activePlayers: ${active === 'custom' ? inline(activeArgument(custom)) : `ActivePlayers.${active}`},`;
  return `turn: {\n  order: ${written},${players}\n}`;
}

function whatNow({ ctx, options, session }) {
  if (options.order !== 'CUSTOM_FROM') return null;
  return h('p', { key: 'reverse', class: 'aside-action' },
    h('button', { type: 'button', class: 'button is-quiet', 'data-move': 'reverse', onClick: () => session.move(caller(ctx), 'reverse') }, 'Reverse G.order'),
    ' CUSTOM_FROM reads the field when a phase begins: then end the phase.');
}

/** Returns the seat for a button without one: the current player's, or another that may act. */
function caller(ctx) {
  return mayAct(ctx, ctx.currentPlayer) ? ctx.currentPlayer : Object.keys(ctx.activePlayers ?? {})[0] ?? ctx.currentPlayer;
}

function history({ state, nameOf }) {
  const turns = [];
  for (const { action, turn, phase, automatic } of state.log) {
    if (turns.at(-1)?.turn !== turn) turns.push({ turn, phase, steps: [] });
    const { type, playerID } = action.payload;
    if (action.type === 'MAKE_MOVE') turns.at(-1).steps.push({ seat: playerID, label: `${nameOf(playerID)}: ${type}` });
    else if (!automatic && type !== 'endTurn') turns.at(-1).steps.push({ event: type });
  }
  return h('section', { key: 'history', class: 'history', 'aria-label': 'Who moved' },
    h('h3', null, 'Who moved'),
    turns.length === 0 ? h('p', { key: 'none', class: 'quiet' }, 'Nobody yet.')
      : h('ol', { key: 'strip', class: 'strip' }, turns.map(({ turn, phase, steps }) => h('li', { key: `turn-${turn}`, class: `strip-turn is-${phase}` },
        h('span', { class: 'strip-number' }, turn),
        steps.map(({ seat, label, event }, at) => (event ? h('span', { key: `e${at}`, class: 'strip-event' }, event) : h('span', { key: `m${at}` }, badge(seat, label))))))));
}
