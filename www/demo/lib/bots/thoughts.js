/** The findings of a bot's search, drawn: the visits of each move, and its expected value. */
import { badge } from '../parts.js';
import { h } from '../view.js';

const LISTED = 8;

/**
 * Draws the findings about a move as a bar, or returns null. Its length is the share of visits, relative to the most visited move. Omitted
 * arguments match any: a card's bar covers all its targets.
 */
export function thoughtOf(thoughts, move, ...args) {
  const found = (thoughts?.candidates ?? []).filter(({ action: { payload } }) => payload.type === move && args.every((arg, at) => payload.args[at] === arg));
  if (found.length === 0) return null;
  const visits = sum(found);
  const { value } = found.reduce((best, one) => (one.visits > best.visits ? one : best));
  return bar({ share: visits / mostOf(thoughts), value });
}

/** Draws the findings of a seat as a list, also for screen readers. */
export function thoughtsPanel({ thoughts, nameOf, label, isHint }) {
  return h('section', { key: 'thoughts', class: 'thoughts', 'aria-labelledby': 'thoughts-title' },
    h('h3', { key: 'title', id: 'thoughts-title' }, thoughts ? [badge(thoughts.seat), ' ', title(thoughts, { nameOf, isHint })] : 'Findings of the bots'),
    thoughts
      ? [
        h('progress', { key: 'progress', max: '1', value: thoughts.share, 'aria-label': 'Progress of the search' }),
        h('p', { key: 'count', class: 'thoughts-count', 'data-iterations': thoughts.iterations }, `${thoughts.iterations.toLocaleString('en')} tries${thoughts.isOver ? '' : ' so far'}`),
        rows(thoughts, label),
      ]
      : h('p', { key: 'none', class: 'quiet' }, 'Make a move: then you see a bot try its moves, again and again, and choose.'));
}

function title({ seat, isOver }, { nameOf, isHint }) {
  if (isHint) return isOver ? 'In your place, a bot would do the first of these' : 'A bot thinks in your place';
  return isOver ? `${nameOf(seat)} has thought` : `${nameOf(seat)} thinks`;
}

function rows(thoughts, label) {
  const most = mostOf(thoughts);
  const listed = thoughts.candidates.filter(({ visits }) => visits > 0).sort((a, b) => b.visits - a.visits);
  return h('ol', { key: 'rows', class: 'thoughts-rows' }, listed.slice(0, LISTED).map(({ action, visits, value }) => h('li', {
    key: JSON.stringify(action.payload), class: 'thoughts-row', style: { '--share': visits / most },
  },
  h('span', { class: 'thoughts-move' }, label(action)),
  h('span', { class: 'thoughts-value' }, percent(value), h('span', { class: 'sr' }, ' of a win')),
  h('span', { class: 'thoughts-visits' }, visits.toLocaleString('en'), h('span', { class: 'sr' }, ' tries')))));
}

function bar({ share, value }) {
  return h('span', { key: 'thought', class: 'thought', style: { '--share': share, '--value': value }, 'aria-hidden': 'true' },
    h('span', { class: 'thought-value' }, percent(value)), h('span', { class: 'thought-bar' }));
}

function mostOf({ candidates }) {
  return Math.max(1, ...candidates.map(({ visits }) => visits));
}

function sum(candidates) {
  return candidates.reduce((total, { visits }) => total + visits, 0);
}

function percent(value) {
  return `${Math.round(value * 100)} %`;
}
