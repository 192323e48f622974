import { useEffect, useState } from 'preact/hooks';
import { argumentsText } from './actions.js';
import { lastOfAction } from './replay.js';
import { jsonText } from './tree.js';
import type { LogEntry } from '../../types/game.js';
import type { Earlier } from './replay.js';
import type { ClientEntry, Session } from './session.js';

/** Number of entries that are shown at once, the newest first. */
const CHUNK = 200;

/** The tab `Log`: the actions of the match. The pointer or the arrow keys show the board at an entry, a click keeps it, Escape returns. */
export function LogTab({ entry, session }: { entry: ClientEntry, session: Session }) {
  const [why, setWhy] = useState<string | null>(null);
  const [shownEntries, setShownEntries] = useState(CHUNK);
  const { client, state, shown } = entry;
  const log = state?.log ?? [];
  useEffect(() => () => {
    entry.replay.cancel();
    if (entry.shown) entry.preview(null, null);
  }, [entry]);
  if (!state) return <p>The match has not arrived yet.</p>;
  const isOff = log.length === 0 && Boolean((client.game as { disableLog?: unknown }).disableLog);
  if (isOff) return <p>The game has `disableLog`: there is no log.</p>;

  const find = (index: number, done: (earlier: Earlier) => void) => {
    setWhy('Replaying the match …');
    entry.replay.find(lastOfAction(log, index), done);
  };
  const show = (index: number, isPinned: boolean) => {
    if (isPinned && entry.shown?.isPinned && entry.shown.index === index) return back();
    if (entry.shown?.isPinned && !isPinned) return undefined;
    find(index, ({ state: earlier, why: reason }) => {
      setWhy(reason ?? null);
      if (earlier) entry.preview({ index, isPinned }, earlier);
    });
    return undefined;
  };
  const back = () => {
    entry.replay.cancel();
    setWhy(null);
    if (entry.shown) entry.preview(null, null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(event.currentTarget as Element).querySelectorAll<HTMLButtonElement>('button.entry')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus();
  };
  const playOn = () => {
    find(entry.shown!.index, ({ state: earlier }) => {
      back();
      if (earlier) session.addFork(entry, earlier);
    });
  };
  const first = Math.max(0, log.length - shownEntries);
  return (
    <>
      <div class="buttons">
        <button type="button" disabled={!shown} onClick={back}>Back to now</button>
        <button type="button" disabled={!shown?.isPinned} title="opens a copy of the match in this page, in the panel" onClick={playOn}>Play on from here</button>
      </div>
      <p role="status">{why ?? (shown ? `The board shows the state after the action of entry ${shown.index + 1}${shown.isPinned ? '. Escape returns.' : '.'}` : '')}</p>
      {!client.isLogComplete && <p>Earlier entries are still arriving.</p>}
      {first > 0 && <button type="button" onClick={() => setShownEntries(shownEntries + CHUNK)}>{`${first} earlier entries`}</button>}
      {/* The list handles the keys of its buttons. */}
      <ol class="log" start={first + 1} onKeyDown={onKeyDown} onMouseLeave={() => { if (!entry.shown?.isPinned) back(); }}>
        {log.slice(first).map((one, i) => {
          const index = first + i;
          return (
            <li key={index}>
              {(index === 0 || log[index - 1].turn !== one.turn) && <h4>{`Turn ${one.turn}${one.phase ? `, phase ${one.phase}` : ''}`}</h4>}
              <button type="button" class={`entry${one.automatic ? ' automatic' : ''}${shown?.index === index ? ' shown' : ''}`} aria-pressed={shown?.index === index && shown.isPinned}
                onMouseEnter={() => show(index, false)} onFocus={() => show(index, false)} onClick={() => show(index, true)}>
                {entryText(one)}
              </button>
              {one.metadata !== undefined && <pre>{jsonText(one.metadata)}</pre>}
              {one.effects?.map(({ name, data }, j) => <pre key={j}>{`effect ${name}${data === undefined ? '' : ` ${jsonText(data)}`}`}</pre>)}
            </li>
          );
        })}
      </ol>
      {log.length === 0 && <p>Nobody has acted yet.</p>}
    </>
  );
}

/** Returns an entry as a text: player, name and arguments. */
function entryText({ action: { type, payload }, automatic, redact }: LogEntry): string {
  const { type: name, args, playerID, failed, order } = payload as { type?: string | null, args?: unknown, playerID?: string, failed?: true, order?: string };
  const list = Array.isArray(args) ? argumentsText(args) : '';
  const call = `${name ?? type.toLowerCase()}(${redact && list === '' ? 'hidden' : list})`;
  if (order) return `clock: ${order}`;
  if (type === 'TIMEOUT') return `${playerID} time-out${name ? `: ${call}` : ''}${failed ? ', without onTimeout' : ''}`;
  return `${automatic ? '· ' : ''}${playerID ?? ''} ${call}`.trim();
}
