import { PANEL } from '../util/marks.js';
import { noop } from '../util/noop.js';
import type { InspectedClient, PanelAccess } from '../../types/debug.js';
import type { ClientState } from '../../types/game.js';
import type { InspectedAction } from '../../types/inspect.js';

/** The part of Redux DevTools' extension that is used. */
interface Extension {
  connect(options: { name: string }): Connection;
}

interface Connection {
  init(state: unknown): void;
  send(action: { type: string }, state: unknown): void;
  subscribe(listener: (message: Message) => void): (() => void) | undefined;
}

interface Message {
  type: string;
  /** JSON. */
  state?: string;
  payload?: { type?: string, actionId?: number };
}

const JUMPS: readonly (string | undefined)[] = ['JUMP_TO_STATE', 'JUMP_TO_ACTION'];

/**
 * Shows the actions and states of a client in the extension Redux DevTools. A jump there shows the state on the board; a jump to the newest
 * state ends that. Returns a function that ends the connection. Without the extension it does nothing.
 */
export function connectReduxDevTools(client: InspectedClient): () => void {
  const extension = (globalThis as { __REDUX_DEVTOOLS_EXTENSION__?: Extension }).__REDUX_DEVTOOLS_EXTENSION__;
  if (!extension) return noop;
  const access = (client[PANEL] as () => PanelAccess)();
  const tools = extension.connect({ name: `${access.gameName} ${client.playerID ?? ''}`.trim() });
  tools.init(client.getState());
  let sent = 0;
  let action: { type: string } = { type: 'state' };
  let isJumping = false;
  /** The last state that was sent: the end of a jump shows it again. */
  let last = client.getState() as ClientState | null;
  const send = (next: { type: string }, state: unknown) => {
    sent += 1;
    tools.send(next, state);
  };
  const end = access.inspect((event) => {
    if (event.type === 'refusal') send({ ...described(event.action, 'refused '), error: event.error } as { type: string }, client.getState());
    else if (event.type === 'action' || event.type === 'prediction') action = described(event.action);
    else if (event.type === 'state' && !isJumping && !isSameState(event.state, last)) {
      last = event.state;
      send(action, event.state);
      action = { type: 'state' };
    }
  });
  const unsubscribe = tools.subscribe(({ type, state, payload }) => {
    if (type !== 'DISPATCH' || !JUMPS.includes(payload?.type) || state === undefined) return;
    isJumping = payload!.actionId !== sent;
    client.previewState(isJumping ? JSON.parse(state) : null);
  });
  return () => {
    end();
    unsubscribe?.();
  };
}

function isSameState(one: ClientState | null, other: ClientState | null) {
  return one?.G === other?.G && one?.ctx === other?.ctx;
}

function described({ type, name, args, playerID }: InspectedAction, prefix = '') {
  return { type: `${prefix}${name ?? type}`, payload: { args, playerID } };
}
