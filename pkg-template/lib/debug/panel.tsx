import { useEffect, useErrorBoundary, useLayoutEffect, useState } from 'preact/hooks';
import { messageOf } from './actions.js';
import { BotsTab } from './bots-tab.js';
import { listenToKeys } from './keys.js';
import { LogTab } from './log-tab.js';
import { MatchTab } from './match-tab.js';
import { NetworkTab } from './network-tab.js';
import { PlayTab } from './play-tab.js';
import { TABS } from './session.js';
import { StateTab } from './state-tab.js';
import type { ClientEntry, Session, Tab } from './session.js';

const TITLES: Record<Tab, string> = { state: 'State', play: 'Play', log: 'Log', network: 'Network', bots: 'Bots', match: 'Match' };

interface PanelProps {
  session: Session;
  hidesToggle: boolean;
}

/** The debug panel: a button that opens it, and its tabs for the selected client. */
export function Panel({ session, hidesToggle }: PanelProps) {
  const [, setVersion] = useState(0);
  useLayoutEffect(() => session.subscribe(() => setVersion((version) => version + 1)), [session]);
  useEffect(() => listenToKeys(session), [session]);
  const { isOpen, selected, entries, tab } = session;
  const toggle = (
    <button type="button" class={isOpen ? '' : 'toggle'} aria-expanded={isOpen} title="shortcut: ." onClick={() => session.toggle()}>{isOpen ? 'Close' : 'Debug'}</button>
  );
  if (!isOpen) return hidesToggle ? null : toggle;
  return (
    <section class="panel" aria-label="Debug panel">
      <header>
        {entries.length > 1 ? (
          <select aria-label="client" value={String(entries.indexOf(selected!))} onChange={(event) => session.select(entries[Number(event.currentTarget.value)])}>
            {entries.map((entry, i) => <option key={entry.name} value={String(i)}>{titleOf(entry, entries)}</option>)}
          </select>
        ) : <strong>{selected ? titleOf(selected, entries) : 'Rondel'}</strong>}
        {!hidesToggle && toggle}
      </header>
      <div class="tabs" role="tablist" aria-label="tabs">
        {TABS.map((name) => (
          <button key={name} type="button" role="tab" id={`tab-${name}`} aria-selected={tab === name} aria-controls="content" tabIndex={tab === name ? 0 : -1}
            onClick={() => session.show(name)} onKeyDown={(event) => moveTab(event, session)}>{TITLES[name]}</button>
        ))}
      </div>
      <div class="content" role="tabpanel" id="content" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {selected ? <Content key={`${selected.name} ${tab}`} entry={selected} session={session} /> : <p>No client is started.</p>}
      </div>
    </section>
  );
}

/** The selected tab. A game's code may throw while a tab is rendered: the other tabs go on. */
function Content({ entry, session }: { entry: ClientEntry, session: Session }) {
  const [error, retry] = useErrorBoundary();
  if (error === undefined) return <TabContent entry={entry} session={session} />;
  return (
    <>
      <p role="alert" class="error">{`This tab cannot be shown: ${messageOf(error)}`}</p>
      <button type="button" onClick={retry}>Try again</button>
    </>
  );
}

function TabContent({ entry, session }: { entry: ClientEntry, session: Session }) {
  switch (session.tab) {
    case 'state': return <StateTab entry={entry} />;
    case 'play': return <PlayTab entry={entry} session={session} />;
    case 'log': return <LogTab entry={entry} session={session} />;
    case 'network': return <NetworkTab entry={entry} />;
    case 'bots': return <BotsTab entry={entry} />;
    default: return <MatchTab entry={entry} session={session} />;
  }
}

/** Returns the name of a client, with its match if another client has the same game and player. */
function titleOf(entry: ClientEntry, entries: readonly ClientEntry[]) {
  const title = seatTitleOf(entry);
  return entries.some((other) => other !== entry && seatTitleOf(other) === title) ? `${title}, match ${entry.client.matchID}` : title;
}

function seatTitleOf({ access, client, name, end }: ClientEntry) {
  const { playerID } = client;
  return `${access.gameName}, ${playerID === null || playerID === undefined ? name : `player ${playerID}`}${end ? ' (copy)' : ''}`;
}

/** Moves among the tabs with the arrow keys. */
function moveTab(event: KeyboardEvent & { currentTarget: HTMLElement }, session: Session) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const tab = TABS[(TABS.indexOf(session.tab) + step + TABS.length) % TABS.length];
  session.show(tab);
  event.currentTarget.parentElement?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
}
