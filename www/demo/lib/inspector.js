/** The inspector next to the game: ctx and G with the latest changes, the log by turns, the game's source. */
import { changes, inline, pieces } from './format.js';
import { badge } from './parts.js';
import { h } from './view.js';

/** The panels for a session. */
export function inspector(session) {
  const { state, before } = session;
  const fields = changes(before.ctx, state.ctx);
  return [
    panel('ctx', 'ctx', true,
      rows(fields.filter(({ name }) => !name.startsWith('_'))),
      h('details', { key: 'book', class: 'bookkeeping' }, h('summary', null, 'bookkeeping'),
        rows(fields.filter(({ name }) => name.startsWith('_'))))),
    panel('log', `log · ${state.log.length}`, true, log(state.log, session.nameOf)),
    panel('G', 'G', false, rows(changes(before.G, state.G))),
  ];
}

/** The game's own module, as it is served; `onToggle` fetches the text when the panel is first unfolded. */
export function sourcePanel({ path, text, open, onToggle }) {
  const name = path.replace('./', '');
  return h('details', { key: 'source', class: 'panel panel-source', ...(open ? { open } : {}), onToggle }, h('summary', null, name),
    h('pre', { class: 'code', tabindex: '0', role: 'region', 'aria-label': `Source of ${name}` }, h('code', null, code(text ?? ''))));
}

/** Source text in colours. */
export function code(text) {
  return pieces(text).map(({ text: piece, kind }) => (kind ? h('span', { class: `tok-${kind}` }, piece) : piece));
}

function panel(key, title, open, ...children) {
  return h('details', { key, class: `panel panel-${key}`, 'data-panel': key, ...(open ? { open: true } : {}) }, h('summary', null, title), children);
}

function rows(fields) {
  return h('dl', { class: 'fields' }, fields.map(({ name, value, changed }) => h('div', { key: name, class: changed ? 'field is-changed' : 'field', 'data-field': name },
    h('dt', null, name), h('dd', null, inline(value)))));
}

// Newest turn first, so that the latest events need no scrolling.
function log(entries, nameOf) {
  if (entries.length === 0) return h('p', { key: 'none', class: 'quiet' }, 'Nothing has happened yet.');
  const turns = [];
  for (const entry of entries) {
    if (turns.at(-1)?.turn !== entry.turn || turns.at(-1)?.phase !== entry.phase) turns.push({ turn: entry.turn, phase: entry.phase, entries: [] });
    turns.at(-1).entries.push(entry);
  }
  return h('div', { key: 'turns', class: 'log', tabindex: '0', role: 'region', 'aria-label': 'Log' }, turns.map((group, at) => h('section', { key: at, class: 'log-turn' },
    h('h4', null, `turn ${group.turn}`, group.phase && h('span', null, ` · ${group.phase}`)),
    h('ol', null, group.entries.map((entry, index) => {
      const { type, args, playerID } = entry.action.payload;
      const isMove = entry.action.type === 'MAKE_MOVE';
      return h('li', { key: index, class: `log-entry${isMove ? '' : ' is-event'}` },
        playerID != null && badge(playerID, nameOf(playerID)),
        h('code', null, type ? `${type}(${[args ?? []].flat().map((arg) => inline(arg, 40)).join(', ')})` : entry.action.type),
        entry.automatic && h('span', { class: 'log-auto' }, 'automatic'),
        entry.metadata?.text && h('span', { class: 'log-text' }, entry.metadata.text));
    })))).reverse());
}
