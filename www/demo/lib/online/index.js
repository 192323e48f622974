/** The page's part about online play: two phones and a master over a network that can be made bad, and two tabs. */
import { network } from 'rondel/testing';
import { smallOrchard } from '../../boards/orchard.js';
import orchard from '../../games/orchard.js';
import { select } from '../parts.js';
import { h, render } from '../view.js';
import { openMatch, PICKERS } from './match.js';
import { outcome, phone } from './phone.js';
import { soon } from './soon.js';

const WAYS = {
  rondel: {
    title: 'Rondel',
    says: 'A pick shows at once. Each message from the master replaces the confirmed state and answers picks by number; pending picks are played again on top of it, and the screen changes once. Lost messages are sent again; a phone that hears nothing for half a minute asks.',
  },
  'boardgame.io': {
    title: 'boardgame.io’s way',
    says: 'A pick shows at once, and any newer state replaces it. A pick that is refused, or was made on an older state, is dropped in silence: it stays on the screen or vanishes. This is boardgame.io 0.50’s rule, rewritten for this page; it has no loss, because its sockets send again.',
  },
};

const PREDICTIONS = ['flow', 'moves', 'none'];

/** Shows the phones inside `root`. */
export function mountOnline(root, { seed } = {}) {
  const conditions = { latency: 300, jitter: 100, loss: 0 };
  const networks = PICKERS.map((_, at) => network({ clock: 'real', seed: numberOf(seed ?? String(Math.random())) + at }));
  let way = 'rondel';
  let predict = 'flow';
  const schedule = soon(draw);
  let match = null;
  begin();

  function begin() {
    match?.close();
    for (const net of networks) net.reconnect();
    applyConditions();
    const game = { ...orchard, ...(seed ? { seed } : {}) };
    match = openMatch({ way, game, predict, networks, onChange: schedule });
    schedule();
  }

  function applyConditions() {
    for (const net of networks) Object.assign(net, conditions, way === 'rondel' ? {} : { loss: 0 });
  }

  function draw() {
    const truth = match.keeper.shown;
    render(root,
      h('div', { key: 'controls', class: 'online-controls', role: 'group', 'aria-label': 'Network and way' },
        wayChoice(),
        slider('latency', 'Latency', 'each way', { max: 1500, step: 50, unit: 'ms' }),
        slider('jitter', 'Jitter', 'at most', { max: 1000, step: 50, unit: 'ms' }),
        slider('loss', 'Loss', 'of messages', { max: 0.5, step: 0.05, unit: '%', isOff: way !== 'rondel' }),
        way === 'rondel' && select({ id: 'predict', label: 'Prediction', value: predict, options: PREDICTIONS, onChange: (value) => { predict = value; begin(); } })),
      h('p', { key: 'way', class: 'online-way' }, WAYS[way].says),
      h('div', { key: 'stage', class: 'online-stage' },
        match.phones.map((player, at) => phone({ player, state: stateOf(player, truth), plane: planeOf(networks[at]) })),
        master(truth)));
  }

  function wayChoice() {
    return h('fieldset', { key: 'ways', class: 'ways' }, h('legend', { class: 'sr' }, 'Way'),
      Object.entries(WAYS).map(([name, { title }]) => h('label', { key: name, class: 'way' },
        h('input', { type: 'radio', name: 'way', value: name, checked: way === name, onChange: () => { way = name; begin(); } }), h('span', null, title))));
  }

  function slider(name, label, note, { max, step, unit, isOff = false }) {
    const value = isOff ? 0 : conditions[name];
    const text = unit === '%' ? `${Math.round(value * 100)} %` : `${value} ms`;
    const id = `online-${name}`;
    // The label names the range alone; otherwise it would label the number inside it.
    return h('div', { key: name, class: 'slider' },
      h('label', { for: id, class: 'slider-name' }, label, ' ', h('small', null, note)),
      h('output', { for: id, class: 'slider-value' }, text),
      h('input', {
        type: 'range', id, min: 0, max, step, value: String(value), disabled: isOff, 'aria-valuetext': text,
        onInput: ({ target }) => {
          conditions[name] = Number(target.value);
          applyConditions();
          draw();
        },
      }));
  }

  function master(truth) {
    const isLoose = truth?.G.secret.dog ?? false;
    return h('section', { key: 'master', class: 'master', 'aria-labelledby': 'master-title' },
      h('h3', { id: 'master-title' }, 'The master'),
      h('p', { key: 'state', class: 'master-state' }, `state ${truth?._stateID ?? '–'}`),
      smallOrchard({ state: truth, label: 'State of the master', className: 'is-master' }),
      h('p', { key: 'says', class: 'master-says', role: 'status', 'aria-live': 'polite' }, says(truth, isLoose)),
      h('div', { key: 'tools', class: 'master-tools' },
        h('button', { key: 'dog', type: 'button', class: 'button is-bright', 'aria-pressed': String(isLoose), onClick: () => match.keeper.move('letDog', !isLoose) }, isLoose ? 'Call the dog back' : 'Let the dog loose'),
        h('button', { key: 'both', type: 'button', class: 'button', onClick: pickTheSame }, 'Both pick the same'),
        h('button', { key: 'new', type: 'button', class: 'button', onClick: begin }, 'New match')));
  }

  /** Picks the same fruit on both phones: the master can accept only one of the two moves. */
  function pickTheSame() {
    const free = freeFields(match.phones.map(({ shown }) => shown));
    if (free.length === 0) return;
    const at = free[Math.floor(Math.random() * free.length)];
    for (const player of match.phones) player.move('pick', at);
  }
}

/** Returns the fields that nobody has picked on any screen. */
function freeFields(states) {
  if (!states.every(Boolean)) return [];
  return states[0].G.fruit.map((_, at) => at).filter((at) => states.every(({ G }) => G.pickers[at] === null));
}

function stateOf({ isConnected, shown }, truth) {
  if (!isConnected) return 'no connection';
  if (!shown || !truth) return '';
  const different = shown.G.pickers.filter((picker, at) => picker !== truth.G.pickers[at]).length;
  return different === 0 ? 'as the master has it' : `differs in ${different} ${different === 1 ? 'field' : 'fields'}`;
}

function numberOf(text) {
  return [...text].reduce((number, letter) => (number * 31 + letter.charCodeAt(0)) % 2 ** 31, 7);
}

function planeOf(net) {
  return { isOn: !net.isConnected, onToggle: () => (net.isConnected ? net.disconnect() : net.reconnect()) };
}

function says(truth, isLoose) {
  if (!truth) return '';
  if (truth.ctx.gameover) return outcome(truth.ctx.gameover);
  return isLoose
    ? 'The dog is loose: every pick is refused now. It is in G.secret, which no phone receives.'
    : 'The master’s state is what counts. The first pick to arrive gets the fruit.';
}
