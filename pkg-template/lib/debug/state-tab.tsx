import { useState } from 'preact/hooks';
import { differencesOf, find, jsonText, pathText, preview, Row, Tree } from './tree.js';
import type { State } from '../../types/game.js';
import type { ClientEntry } from './session.js';
import type { Difference } from './tree.js';

/** The tab `State`: what the master has otherwise, the state as a tree, and the views of all seats. */
export function StateTab({ entry }: { entry: ClientEntry }) {
  const [text, setText] = useState('');
  const { state, previous } = entry;
  if (!state) return <p>The match has not arrived yet.</p>;
  const { G, plugins, _stateID } = state;
  const ctx = ownFields(state.ctx);
  const before = previous as Record<string, unknown> | null;
  const parts = { G, ctx, plugins };
  const confirmed = entry.access.confirmed();
  const predicted = confirmed ? [...differencesOf(G, confirmed.G, 'G'), ...differencesOf(ctx, ownFields(confirmed.ctx), 'ctx')] : [];
  return (
    <>
      {predicted.length > 0 && <Predicted differences={predicted} />}
      <label class="field">
        <span>Search</span>
        <input type="search" value={text} placeholder="key or value" onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {text.trim() !== '' ? <Results root={parts} text={text.trim()} /> : (
        <ul class="tree" aria-label="state">
          {Object.entries(parts).map(([name, value]) => <Tree key={name} name={name} value={value} previous={name === 'ctx' && before ? ownFields(before.ctx as object) : before?.[name]} marks={before !== null && name !== 'plugins'} isClosed={name === 'plugins'} />)}
          <Tree name="_stateID" value={_stateID} />
        </ul>
      )}
      <Seats entry={entry} />
    </>
  );
}

/** The predicted values, and those that the master has confirmed. */
function Predicted({ differences }: { differences: Difference[] }) {
  return (
    <section>
      <h3>Predicted</h3>
      <p>The state below contains predictions. The master has other values:</p>
      <ul class="tree" aria-label="confirmed by the master">
        {differences.map(({ path, one, other }) => (
          <li key={pathText(path)}>
            <Row path={path} value={other}>
              <span class="key">{pathText(path)}</span>
              <span class={`value ${typeof other}`}>{preview(other)}</span>
              <span class="badge">{`predicted ${preview(one)}`}</span>
            </Row>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Results({ root, text }: { root: Record<string, unknown>, text: string }) {
  const { found, isCut } = find(root, text);
  return (
    <>
      <p role="status">{found.length === 0 ? 'Nothing was found.' : `${found.length} found${isCut ? ', and there may be more' : ''}`}</p>
      <ul class="tree">
        {found.map(({ path, value }) => (
          <li key={pathText(path)}>
            <Row path={path} value={value}>
              <span class="key">{pathText(path)}</span>
              <span class={`value ${typeof value}`}>{preview(value)}</span>
            </Row>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The views of all seats, side by side. Only a page that has the whole match can show them. */
function Seats({ entry }: { entry: ClientEntry }) {
  const [isShown, setShown] = useState(false);
  const whole = isShown ? entry.access.whole() : null;
  return (
    <section>
      <h3><button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>Views of all seats</button></h3>
      {isShown && !whole && <p>This page has only the view of its own seat: its master runs elsewhere.</p>}
      {whole && <div class="columns">{['whole', ...seatsOf(whole), null].map((seat) => <View key={String(seat)} entry={entry} whole={whole} seat={seat} />)}</div>}
    </section>
  );
}

function View({ entry, whole, seat }: { entry: ClientEntry, whole: State, seat: string | null }) {
  const isWhole = seat === 'whole';
  const title = isWhole ? 'whole G' : seat === null ? 'spectator' : `seat ${seat}`;
  let G: unknown;
  try {
    G = isWhole ? whole.G : entry.access.viewOf(whole, seat);
  } catch (error) {
    return <div class="column"><h4>{title}</h4><p class="error">{`playerView throws: ${String(error)}`}</p></div>;
  }
  return (
    <div class="column">
      <h4>{title}</h4>
      <ul class="tree">{memberNames(whole.G, G).map((key) => <Tree key={key} name={key} value={memberOf(G, key)} hidden={!isWhole && !sameJSON(memberOf(G, key), memberOf(whole.G, key))} depth={1} />)}</ul>
    </div>
  );
}

/** Returns the fields of a `ctx` that games read. Those with `_` are the engine's. */
function ownFields(ctx: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(ctx).filter(([key]) => !key.startsWith('_')));
}

/** Returns the seats of a match. */
export function seatsOf({ ctx }: Pick<State, 'ctx'>): string[] {
  return Array.from({ length: ctx.numPlayers }, (_, i) => String(i));
}

function memberNames(...values: unknown[]): string[] {
  return [...new Set(values.flatMap((value) => Object.keys(Object(value))))];
}

function memberOf(value: unknown, key: string): unknown {
  return Object(value)[key];
}

function sameJSON(one: unknown, other: unknown): boolean {
  return one === other || jsonText(one) === jsonText(other);
}
