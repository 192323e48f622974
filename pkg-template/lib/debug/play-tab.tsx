import { useId, useRef } from 'preact/hooks';
import { argumentsText, focusField, messageOf, parseArguments } from './actions.js';
import { eventKey, moveKeys } from './keys.js';
import { seatsOf } from './state-tab.js';
import type { ClientEntry, Session } from './session.js';

/** Maximum number of suggestions for the arguments of a move. */
const MOST_SUGGESTIONS = 50;

/** The tab `Play`: moves, events, the seat, and the controls of the match. */
export function PlayTab({ entry, session }: { entry: ClientEntry, session: Session }) {
  const { client, state, result } = entry;
  if (!state) return <p>The match has not arrived yet.</p>;
  const suggestions = suggestionsOf(entry);
  const { ctx } = state;
  const keys = moveKeys(Object.keys(client.moves));
  const actAs = (seat: string | null) => {
    const other = session.entryAt(entry, seat);
    if (other) session.select(other);
    else entry.run('updatePlayerID', () => client.updatePlayerID(seat));
  };
  return (
    <>
      <Controls entry={entry} />
      <label class="field">
        <span>Act as</span>
        <select value={entry.playerID === null ? '' : String(entry.playerID)} onChange={(event) => actAs(event.currentTarget.value || null)}>
          <option value="">{client.transport ? 'spectator' : 'whose turn it is'}</option>
          {seatsOf(state).map((seat) => <option key={seat} value={seat}>{`player ${seat}${isActive(ctx, seat) ? ' (active)' : ''}`}</option>)}
        </select>
      </label>
      <p role="status" class={result?.isError ? 'error' : ''}>{result ? `${result.what}: ${result.text ?? '…'}` : lastErrorText(client.lastError)}</p>
      <h3>Moves</h3>
      {Object.keys(client.moves).map((name) => (
        <Call key={name} name={name} suggestions={suggestions.get(name) ?? []} shortcut={keys.get(name)}
          onCall={(args) => entry.run(name, () => (client.moves as Record<string, (...args: unknown[]) => unknown>)[name](...args))} />
      ))}
      {Object.keys(client.moves).length === 0 && <p>The game has no moves.</p>}
      <h3>Events</h3>
      {Object.keys(client.events).map((name) => (
        <Call key={name} name={name} suggestions={[]} shortcut={eventKey(name)}
          onCall={(args) => entry.run(name, () => (client.events as unknown as Record<string, (...args: unknown[]) => unknown>)[name](...args))} />
      ))}
      <dl class="facts">
        <dt>turn</dt><dd>{ctx.turn}</dd>
        <dt>current player</dt><dd>{ctx.currentPlayer}</dd>
        <dt>phase</dt><dd>{ctx.phase ?? 'none'}</dd>
        {ctx.activePlayers && <><dt>active</dt><dd>{Object.entries(ctx.activePlayers).map(([id, stage]) => `${id}: ${stage ?? 'no stage'}`).join(', ')}</dd></>}
        {ctx.gameover !== undefined && <><dt>game over</dt><dd>{JSON.stringify(ctx.gameover)}</dd></>}
      </dl>
    </>
  );
}

function lastErrorText(error: unknown) {
  return error ? `last refusal: ${messageOf(error)}` : '';
}

function isActive({ currentPlayer, activePlayers }: { currentPlayer: string, activePlayers: object | null }, seat: string) {
  return activePlayers ? Object.hasOwn(activePlayers, seat) : currentPlayer === seat;
}

/** Returns the arguments of legal moves as texts, by name. The game's `enumerate` may throw. */
function suggestionsOf({ client }: ClientEntry): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  try {
    for (const { move, args } of client.legalMoves() as { move: string, args: unknown[] }[]) {
      const texts = byName.get(move) ?? [];
      if (texts.length < MOST_SUGGESTIONS) texts.push(argumentsText(args));
      byName.set(move, texts);
    }
  } catch {
    // The panel goes on without suggestions.
  }
  return byName;
}

interface CallProps {
  name: string;
  suggestions: string[];
  shortcut?: string | undefined;
  onCall: (args: unknown[]) => void;
}

/** A move or event, with a field for its arguments. As in boardgame.io's panel, its name leads to the field, and Enter runs it. */
function Call({ name, suggestions, shortcut, onCall }: CallProps) {
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLButtonElement>(null);
  return (
    <form class="call" onSubmit={(event) => {
      event.preventDefault();
      onCall(parseArguments(field.current!.value));
      // The keys work again.
      title.current!.focus();
    }}>
      <button type="button" class="name" ref={title} onClick={() => focusField(field.current!)}>{name}</button>
      <input aria-label={`arguments of ${name}`} data-call={name} ref={field} list={suggestions.length > 0 ? list : undefined} placeholder="arguments" />
      {shortcut && <kbd>{shortcut}</kbd>}
      <button type="submit" title="Enter" aria-label={`run ${name}`}>↵</button>
      {suggestions.length > 0 && <datalist id={list}>{suggestions.map((suggestion) => <option key={suggestion} value={suggestion} />)}</datalist>}
    </form>
  );
}

const ELSEWHERE = 'the match is on a master: no client can reset it or load a state';

/** Controls of the match. Reset and restore are for a match in the page. */
function Controls({ entry }: { entry: ClientEntry }) {
  const { client, state } = entry;
  const isOnline = client.transport !== undefined;
  return (
    <div class="buttons" role="group" aria-label="controls">
      <button type="button" disabled={isOnline} title={isOnline ? ELSEWHERE : 'shortcut: 1'} onClick={() => entry.run('reset', () => client.reset())}>Reset</button>
      <button type="button" title="shortcut: 2" onClick={() => entry.save()}>Save</button>
      <button type="button" disabled={isOnline} title={isOnline ? ELSEWHERE : 'shortcut: 3'} onClick={() => entry.restore()}>Restore</button>
      <button type="button" disabled={!state?.canUndo} onClick={() => entry.run('undo', () => client.undo())}>Undo</button>
      <button type="button" disabled={!state?.canRedo} onClick={() => entry.run('redo', () => client.redo())}>Redo</button>
      {isOnline && <small>{`Reset and Restore are off: ${ELSEWHERE}.`}</small>}
    </div>
  );
}
