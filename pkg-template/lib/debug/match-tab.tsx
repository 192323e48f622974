import { useState } from 'preact/hooks';
import { messageOf } from './actions.js';
import { ClockFacts } from './clock-facts.js';
import { readReport, reportOf, versionProblem } from './report.js';
import type { Game } from '../../types/game.js';
import type { ClientEntry, Session } from './session.js';

/** Name of the results that the tab shows. */
const FILE = 'file';

/** The tab `Match`: who plays, chat, and the match as a file. */
export function MatchTab({ entry, session }: { entry: ClientEntry, session: Session }) {
  const [note, setNote] = useState('');
  const { client, access, state, result } = entry;
  const message = result?.what === FILE ? result : null;
  const download = () => {
    try {
      const text = JSON.stringify(reportOf(entry, note));
      const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
      const link = Object.assign(document.createElement('a'), { href: url, download: `${access.gameName}-${state?._stateID ?? 0}.json` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
      entry.report({ what: FILE, text: 'The file has been saved.', isError: false });
    } catch (error) {
      entry.report({ what: FILE, text: messageOf(error), isError: true });
    }
  };
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      const report = await readReport(file, access.gameName);
      const isComplete = session.addReplay(entry, report);
      const opened = isComplete ? 'The match of the file is open as a copy, with its log.' : 'The last state of the file is open as a copy: this page cannot replay its moves.';
      // The tab shows the copy now.
      session.selected!.report({ what: FILE, text: [opened, versionProblem(report, client.game as Game)].filter(Boolean).join(' '), isError: false });
    } catch (error) {
      entry.report({ what: FILE, text: messageOf(error), isError: true });
    }
  };
  return (
    <>
      <dl class="facts">
        <dt>game</dt><dd>{access.gameName}</dd>
        <dt>match</dt><dd>{client.matchID}</dd>
        <dt>player</dt><dd>{client.playerID ?? 'none'}</dd>
        <dt>active</dt><dd>{state?.isActive ? 'yes' : 'no'}</dd>
        <dt>connection</dt><dd>{client.transport ? client.connection.status : 'none: the match is in this page'}</dd>
        <dt>state</dt><dd>{state ? `${state._stateID}, ${state.log.length} log entries` : 'none yet'}</dd>
        <ClockFacts client={client} />
      </dl>
      {client.matchData && (
        <ul aria-label="players">{client.matchData.map(({ id, name, isConnected }) => <li key={id}>{`${id}: ${name ?? 'nobody'}${isConnected ? ', connected' : ''}`}</li>)}</ul>
      )}
      {entry.end && <button type="button" onClick={() => entry.end!()}>Close this copy</button>}
      <h3>Bug report</h3>
      <p>The file contains the match as this client may see it (in one page, the whole match), its log and the browser's name. It contains no credentials. Opened in this tab, it replays on another machine.</p>
      <label class="field"><span>What is wrong?</span><textarea value={note} onInput={(event) => setNote(event.currentTarget.value)} /></label>
      <div class="buttons">
        <button type="button" disabled={!state} onClick={download}>Save as a file</button>
        <label class="button">
          Open a file
          <input type="file" accept="application/json,.json" onChange={(event) => {
            open(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }} />
        </label>
      </div>
      <p role="status" class={message?.isError ? 'error' : ''}>{message?.text ?? ''}</p>
    </>
  );
}
