import { useState } from 'preact/hooks';
import { argumentsText, messageOf } from './actions.js';
import type { PanelNetwork } from '../../types/debug.js';
import type { InspectedAction } from '../../types/inspect.js';
import type { ClientEntry, PanelEvent } from './session.js';

/** Number of events that are shown, the newest last. */
const SHOWN = 100;

/** The tab `Network`: what client and master send, as a sequence diagram, and the conditions of a simulated network. */
export function NetworkTab({ entry }: { entry: ClientEntry }) {
  const { client, access } = entry;
  const events = entry.events.slice(-SHOWN);
  const first = entry.droppedEvents + entry.events.length - events.length;
  const { status, reason } = client.connection as { status: string, reason?: unknown };
  return (
    <>
      <p role="status">{`connection: ${status}${reason ? ` (${messageOf(reason)})` : ''}`}</p>
      {client.transport ? (
        <div class="buttons">
          <button type="button" onClick={() => client.reconnect()}>Reconnect</button>
          {access.network && <NetworkSwitch network={access.network} />}
        </div>
      ) : <p>The match runs in this page, without a master.</p>}
      {access.network && <Conditions network={access.network} />}
      <table class="sequence">
        <thead><tr><th scope="col">time</th><th scope="col">client</th><th scope="col">⇄</th><th scope="col">master</th></tr></thead>
        <tbody>{events.map((event, i) => <Event key={first + i} event={event} />)}</tbody>
      </table>
      {events.length === 0 && <p>Nothing has been sent since the panel was opened.</p>}
    </>
  );
}

function Event({ event }: { event: PanelEvent }) {
  const { client, arrow, master } = partsOf(event);
  return (
    <tr class={event.type}>
      <td>{timeText(event.time)}</td>
      <td>{client}</td>
      <td class="arrow">{arrow}</td>
      <td>{master}</td>
    </tr>
  );
}

interface Parts {
  client?: string;
  arrow?: string;
  master?: string;
}

function partsOf(event: PanelEvent): Parts {
  const isMaster = event.source.kind === 'master';
  switch (event.type) {
    case 'message': {
      const text = `${isMaster ? playerText(event.source.playerID) : ''}${event.kind}${event.size === undefined ? '' : `, ${event.size} chars`}`;
      const isToMaster = (event.direction === 'in') === isMaster;
      return { [isMaster ? 'master' : 'client']: text, arrow: isToMaster ? '→' : '←' };
    }
    case 'action':
      return { [isMaster ? 'master' : 'client']: `✓ ${actionText(event.action)}` };
    case 'refusal':
      return { [isMaster ? 'master' : 'client']: `✗ ${actionText(event.action)}: ${messageOf(event.error)}` };
    case 'prediction':
      return { client: `… ${actionText(event.action)}${event.isShown ? ', predicted' : ', sent'}` };
    case 'rebase':
      return { client: `state ${event.stateID} confirmed, ${event.pending} pending${event.difference === null ? '' : `; ${event.difference} was predicted otherwise`}` };
    case 'connection':
      return 'connection' in event ? { client: event.connection.status } : { master: `player ${event.source.playerID} ${event.isConnected ? 'connected' : 'gone'}` };
    default:
      return {};
  }
}

/** Returns the player at the other end of a master's message; nothing if it is for all. */
function playerText(playerID: string | null | undefined) {
  return playerID === undefined ? '' : `${playerID ?? 'spectator'} `;
}

function actionText({ type, name, args, playerID }: InspectedAction) {
  return `${playerID ?? ''} ${name ?? type.toLowerCase()}(${argumentsText(args)})`.trim();
}

function timeText(time: number) {
  return new Date(time).toISOString().slice(14, 23);
}

function NetworkSwitch({ network }: { network: PanelNetwork }) {
  const [, setCount] = useState(0);
  const flip = () => {
    if (network.isConnected) network.disconnect();
    else network.reconnect();
    setCount((count) => count + 1);
  };
  return <button type="button" onClick={flip}>{network.isConnected ? 'Disconnect the network' : 'Connect the network'}</button>;
}

const SLIDERS = [
  { name: 'latency', max: 2000, step: 10, unit: 'ms' },
  { name: 'jitter', max: 1000, step: 10, unit: 'ms' },
  { name: 'loss', max: 1, step: 0.05, unit: 'of messages' },
] as const;

function Conditions({ network }: { network: PanelNetwork }) {
  const [, setCount] = useState(0);
  return (
    <fieldset>
      <legend>Simulated network</legend>
      {SLIDERS.map(({ name, max, step, unit }) => (
        <label key={name} class="field">
          <span>{`${name}: ${network[name]} ${unit}`}</span>
          <input type="range" min={0} max={max} step={step} value={network[name]} onInput={(event) => {
            network[name] = Number(event.currentTarget.value);
            setCount((count) => count + 1);
          }} />
        </label>
      ))}
    </fieldset>
  );
}
