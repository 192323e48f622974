/** Matches against bots of three strengths, with their findings during the search. */
import { soon } from '../online/soon.js';
import { badge, select } from '../parts.js';
import { actingSeats, listed, mayAct, winnersOf } from '../seats.js';
import { h, render } from '../view.js';
import { BOT_GAMES } from './games.js';
import { openBotMatch } from './match.js';
import { thoughtOf, thoughtsPanel } from './thoughts.js';

const LEVELS = {
  easy: { title: 'Easy', level: { difficulty: 'easy' } },
  medium: { title: 'Medium', level: { difficulty: 'medium' } },
  hard: { title: 'Hard', level: { difficulty: 'hard' } },
  time: { title: '3 seconds', level: { thinkingTime: 3000 } },
};

/**
 * Shows a match inside `root`, with the controls for another one. `iterations` overrides those of all strengths, `minTime` the pace of the
 * bots.
 */
export function mountBots(root, { seed, iterations, minTime } = {}) {
  const wishes = { spec: BOT_GAMES[0], seat: '0', strength: 'medium', hasOpenHands: false };
  const schedule = soon(draw);
  const ui = {};
  let match = begin();
  draw();

  function begin() {
    const { spec, seat, strength, hasOpenHands } = wishes;
    const level = { ...LEVELS[strength].level, ...(iterations ? { iterations } : {}) };
    const begun = openBotMatch({ spec, seat, level, minTime, seed, onChange: schedule });
    if (spec.hasHands && hasOpenHands) begun.openHands(true);
    return begun;
  }

  function restart(change = {}) {
    Object.assign(wishes, change);
    match.close();
    for (const name of Object.keys(ui)) delete ui[name];
    match = begin();
    draw();
  }

  function draw() {
    const { spec } = wishes;
    const { shown, thoughts, isHint, seat } = match;
    render(root,
      h('div', { key: 'text', class: 'bots-text' },
        h('h2', { id: 'bots-title' }, 'Against bots that do not cheat'),
        h('p', null, 'A bot is handed what its seat may see, tries what may happen some thousand times, and does what has come out best. It searches in a worker, in Rust, with the same rules as the match.')),
      controls(),
      shown && h('div', { key: 'match', class: 'bots-match' },
        h('div', { key: 'play', class: 'bots-play' },
          status(shown),
          h('div', { key: `board-${spec.id}`, class: `board board-${spec.id === 'snow' ? 'showdown' : spec.id}` }, spec.board(viewOf(shown))),
          h('p', { key: 'says', class: 'quiet' }, spec.says)),
        h('aside', { key: 'side', class: 'bots-side', 'aria-label': 'Findings of the bots' },
          thoughtsPanel({ thoughts, isHint, nameOf: spec.nameOf, label: (action) => spec.label(action, { G: shown.G, seesHand: match.sees(thoughts.seat) }) }),
          h('button', { key: 'hint', type: 'button', class: 'button is-quiet', id: 'bots-hint', 'aria-disabled': mayAct(shown.ctx, seat) ? undefined : 'true', onClick: () => { if (mayAct(match.state.ctx, seat)) match.hint(); } }, 'What would a bot do?'))));
  }

  function viewOf(shown) {
    const { thoughts, seat } = match;
    return {
      G: shown.G, ctx: shown.ctx, state: shown, seat, ui, nameOf: wishes.spec.nameOf, options: {}, update: draw,
      play: match.play,
      owns: (other) => other === seat,
      sees: match.sees,
      thinker: thoughts?.seat,
      thoughtOf: (other, ...move) => (thoughts?.seat === other ? thoughtOf(thoughts, ...move) : null),
    };
  }

  function controls() {
    const { spec, seat, strength, hasOpenHands } = wishes;
    const names = Array.from({ length: spec.numPlayers }, (_, at) => [String(at), spec.nameOf(at)]);
    return h('form', { key: 'controls', class: 'bots-controls', onSubmit: (event) => event.preventDefault() },
      choice({ name: 'bots-game', label: 'Game', value: spec.id, options: BOT_GAMES.map(({ id, title }) => [id, title]), onChange: (id) => restart({ spec: BOT_GAMES.find((one) => one.id === id), seat: '0' }) }),
      choice({ name: 'bots-strength', label: 'Strength of the bots', value: strength, options: Object.entries(LEVELS).map(([id, { title }]) => [id, title]), onChange: (value) => restart({ strength: value }) }),
      select({ id: 'bots-seat', label: 'You are', value: seat, options: names, onChange: (value) => restart({ seat: value }) }),
      h('button', { key: 'new', type: 'button', class: 'button', id: 'bots-new', onClick: () => restart() }, 'New match'),
      spec.hasHands && h('label', { key: 'open', class: 'field-check' },
        h('input', { id: 'bots-open', type: 'checkbox', checked: hasOpenHands, onChange: ({ target }) => { wishes.hasOpenHands = target.checked; match.openHands(target.checked); } }),
        h('span', null, 'All hands open')));
  }

  function status({ ctx }) {
    const { nameOf } = wishes.spec;
    const { last } = match;
    const acting = actingSeats(ctx);
    return h('div', { key: 'status', class: 'status' },
      h('div', { class: 'status-who', role: 'status', 'aria-live': 'polite', 'data-testid': 'bots-status' },
        h('span', { class: 'status-badges' }, [...acting, ...winnersOf(ctx)].map((one) => badge(one))),
        h('span', { class: 'status-text' }, says(ctx, { acting, nameOf }))),
      last?.error && h('p', { key: 'refused', class: 'refusal', role: 'status' }, h('b', null, 'Refused'), h('span', { class: 'refusal-reason' }, last.error.message)));
  }

  function says(ctx, { acting, nameOf }) {
    if (ctx.gameover) return ctx.gameover.draw ? 'A draw.' : ctx.gameover.winner === match.seat ? 'You win.' : `${nameOf(ctx.gameover.winner)} wins.`;
    return acting.includes(match.seat) ? 'Your move.' : `${listed(acting.map(nameOf))} ${acting.length === 1 ? 'thinks' : 'think'}.`;
  }
}

/** A choice among a few visible options. */
function choice({ name, label, value, options, onChange }) {
  return h('fieldset', { key: name, class: 'ways' }, h('legend', { class: 'sr' }, label),
    options.map(([key, text]) => h('label', { key, class: 'way' },
      h('input', { type: 'radio', name, value: key, checked: value === key, onChange: () => onChange(key) }), h('span', null, text))));
}
