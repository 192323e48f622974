/** Forms before a match: the choice of a game, and the invitation to a seat. */
import { badge, select } from '../parts.js';
import { h } from '../view.js';
import { START, hashOf } from './address.js';

/** The form for creating a match. */
export function beginningForm({ games, wishes, isBusy, update, onBegin }) {
  const { spec } = wishes;
  const choose = (name) => {
    wishes.spec = games.find(({ game }) => game.name === name);
    wishes.numPlayers = wishes.spec.seats.min;
    update();
  };
  return h('form', { key: 'begin', class: 'network-form', onSubmit: submitting(onBegin) },
    select({ id: 'network-game', label: 'Game', value: spec.game.name, options: games.map(({ game, title }) => [game.name, title]), onChange: choose }),
    spec.seats.max > spec.seats.min && select({ id: 'network-seats', label: 'Players', value: String(wishes.numPlayers), options: range(spec.seats), onChange: (value) => { wishes.numPlayers = Number(value); } }),
    nameField(wishes),
    h('button', { key: 'submit', type: 'submit', class: 'button is-bright', disabled: isBusy }, 'Begin a match'),
    h('p', { key: 'blurb', class: 'network-note' }, spec.blurb));
}

/** The invitation of a player. Opening a link does not take the seat. */
export function invitation({ spec, place, match, wishes, isBusy, onTake }) {
  const seat = match.players.find(({ id }) => String(id) === place.playerID);
  const isFree = seat && seat.name === undefined;
  return h('form', { key: 'invited', class: 'network-form', onSubmit: submitting(onTake) },
    h('p', { key: 'seat', class: 'network-note' }, badge(place.playerID), ' ', saysOf(seat, spec.title)),
    isFree && nameField(wishes),
    isFree && h('button', { key: 'submit', type: 'submit', class: 'button is-bright', disabled: isBusy }, 'Take the seat'),
    h('a', { key: 'watch', href: hashOf({ ...place, playerID: null }) }, 'Only watch'),
    h('a', { key: 'other', href: START }, 'Begin another match'));
}

function saysOf(seat, title) {
  if (!seat) return `This match of ${title} has no such seat.`;
  return seat.name === undefined ? `A seat of ${title} is free for you.` : `${seat.name} has this seat of ${title}.`;
}

function nameField(wishes) {
  return h('label', { key: 'name', class: 'field-select' }, h('span', null, 'Your name'),
    h('input', { id: 'network-name', type: 'text', maxlength: 30, autocomplete: 'nickname', value: wishes.name, onInput: ({ target }) => { wishes.name = target.value; } }));
}

function submitting(ask) {
  return (event) => {
    event.preventDefault();
    ask();
  };
}

function range({ min, max }) {
  return Array.from({ length: max - min + 1 }, (_, at) => String(min + at));
}
