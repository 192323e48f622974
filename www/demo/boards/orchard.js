/** The orchard: sixteen fields of fruit, large for picking, and small as a viewer knows them. */
import { badge } from '../lib/parts.js';
import { seatColour } from '../lib/seats.js';
import { h } from '../lib/view.js';

const OUTLINES = {
  apple: 'M12 7.5C10 5.4 4 5.8 4 12s4.6 9.4 8 7.8c3.4 1.6 8-2 8-7.8S14 5.4 12 7.5ZM12 7.5C12 5 13 3.6 15 3',
  pear: 'M12 4.5c-2 0-3 1.5-3 3.5 0 2.8-4 4-4 7.7C5 19 8 20.8 12 20.8s7-1.8 7-5.1c0-3.7-4-4.9-4-7.7 0-2-1-3.5-3-3.5ZM12 4.5 12.8 2',
  plum: 'M12 5.5c5 0 7.4 3.6 7.4 7.4 0 4.4-3.4 7.9-7.4 7.9s-7.4-3.5-7.4-7.9c0-3.8 2.4-7.4 7.4-7.4ZM12 5.5c-2.4 4-2.4 11 0 15.3',
};

/** A fruit. Its name is next to it, or in the label. */
export function fruit(kind, label) {
  return h('svg', { key: `fruit-${kind}`, class: `fruit fruit-${kind}`, viewBox: '0 0 24 24', role: label ? 'img' : undefined, 'aria-label': label, 'aria-hidden': label ? undefined : 'true' },
    h('path', { d: OUTLINES[kind] }));
}

/** The fields to pick from. Unconfirmed picks are marked and labelled. */
export function orchardBoard({ shown, confirmed, nameOf, onPick }) {
  const { fruit: kinds, pickers } = shown.G;
  return h('div', { key: 'orchard', class: 'orchard' }, kinds.map((kind, at) => {
    const picker = pickers[at];
    const isOpen = picker !== (confirmed?.G.pickers[at] ?? null);
    const owner = picker === null ? '' : `, picked by ${nameOf(picker)}`;
    return h('button', {
      key: at, type: 'button', 'data-at': at, 'data-picker': picker ?? undefined, 'data-open': isOpen ? 'true' : undefined,
      class: `field-fruit${picker === null ? '' : ' is-picked'}${isOpen ? ' is-open' : ''}`,
      'aria-label': `${at}: ${kind}${owner}${isOpen ? ', not confirmed' : ''}`,
      'aria-disabled': picker === null && shown.ctx.gameover === undefined ? undefined : 'true',
      onClick: () => onPick(at),
    }, fruit(kind), picker !== null && badge(String(picker)));
  }));
}

/** The fields as a viewer knows them, small and without buttons. */
export function smallOrchard({ state, label, className = '' }) {
  const pickers = state?.G.pickers ?? [];
  return h('div', { key: 'small', class: `small-orchard ${className}`, role: 'img', 'aria-label': `${label}: ${counted(pickers)}`, 'data-pickers': pickers.map((picker) => picker ?? '-').join(''), 'data-state': state?._stateID },
    pickers.map((picker, at) => h('span', { key: at, class: picker === null ? 'small-field' : 'small-field is-picked', style: picker === null ? {} : { '--seat': seatColour(picker) } })));
}

function counted(pickers) {
  const picked = pickers.filter((picker) => picker !== null).length;
  return `${picked} of ${pickers.length} fields picked`;
}
