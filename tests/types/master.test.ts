// The master and what it stands on, as a server's author sees them.
import { Async, Sync, Transport, createMatch, getFilterPlayerView } from 'rondel/internal';
import type { StorageAPI, TransportOpts } from 'rondel/internal';
import { Master } from 'rondel/master';
import type { Auth, Server, TransportAPI, TransportData } from 'rondel/master';
import type { CredentialedActionShape, Game, LogEntry, State } from 'rondel';

const game: Game<{ n: number }> = { setup: () => ({ n: 0 }) };

class Database extends Async {
  async connect() {}
  async setState(_matchID: string, _state: State, _deltalog?: LogEntry[]) {}
  async setMetadata(_matchID: string, _metadata: Server.MatchData) {}
  async fetch<O extends StorageAPI.FetchOpts>(_matchID: string, _options: O) {
    return {} as StorageAPI.FetchResult<O>;
  }
  async wipe(_matchID: string) {}
  async compareAndSetState(_matchID: string, expectedStateID: number, state: State) {
    return expectedStateID < state._stateID;
  }
}

class Shared extends Sync {
  setState(_matchID: string, _state: State, _deltalog?: LogEntry[]) {}
  setMetadata(_matchID: string, _metadata: Server.MatchData) {}
  fetch<O extends StorageAPI.FetchOpts>(_matchID: string, _options: O) {
    return {} as StorageAPI.FetchResult<O>;
  }
  wipe(_matchID: string) {}
  createMatchIfAbsent(matchID: string, options: StorageAPI.CreateMatchOpts) {
    this.createMatch(matchID, options);
    return true;
  }
  compareAndSetState(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog: LogEntry[] = [], expectedRevision = 0,
  ) {
    const { state: stored } = this.fetch(matchID, { state: true });
    const isExpected = stored._stateID === expectedStateID && (stored._revision ?? 0) === expectedRevision;
    if (isExpected) this.setState(matchID, state, deltalog);
    return isExpected;
  }
  compareAndSetMetadata(_matchID: string, expected: Server.MatchData, metadata: Server.MatchData) {
    return expected.updatedAt < metadata.updatedAt;
  }
  quarantine(matchID: string) {
    this.wipe(matchID);
    return matchID;
  }
  listQuarantined() {
    return [{ id: 'm', matchID: 'm', quarantinedAt: 0 }];
  }
  restoreQuarantined(id: string) {
    return id === 'm';
  }
}

const filter = getFilterPlayerView(game);
const sent: TransportData[] = [];
const transportAPI: TransportAPI = {
  send: ({ playerID, sender, ...payload }) => { sent.push(filter(playerID, payload, { patches: true })); },
  sendAll: (payload) => { sent.push(filter(null, payload)); },
};
const auth: Auth = { authenticateCredentials: ({ credentials, metadata }) => credentials === metadata?.players[0]?.credentials };

const master = new Master(game, new Database(), transportAPI, auth, { authTimeout: 5000 });
// @ts-expect-error a number
new Master(game, new Database(), transportAPI, auth, { authTimeout: '5 s' });
new Master(game, new Database(), transportAPI, undefined, { random: 'secure' });
// @ts-expect-error: there is no such way to draw numbers
new Master(game, new Database(), transportAPI, undefined, { random: 'dice' });
master.onError = (error: unknown, { matchID }) => console.error(matchID, error);
master.subscribe(({ state, action, matchID }) => console.log(state._stateID, action?.type, matchID));

async function serve() {
  const refused = await master.onUpdate({ type: 'UNDO', payload: { type: null, playerID: '0' } }, 3, 'm', '0');
  if (refused) console.log(refused.error);
  await master.onSync('m', null);
  await master.onSync(7, 0);
  await master.onSync('m', '0', 'secret', 2, undefined, { version: 3 });
  await master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'add' } }, 3, 7, 0);
  await master.onConnectionChange('m', '0', 'secret', true);
  await master.onPlayerLeave('m', '0');
  await master.onChatMessage('m', { id: 'x', sender: '0', payload: 1 });
  // @ts-expect-error: only these five types are for clients
  await master.onUpdate({ type: 'RESET', payload: { type: null, playerID: '0' } }, 3, 'm', '0');
  const { state } = await new Database().fetch('m', { state: true });
  state._stateID.toFixed();
  // @ts-expect-error: it was not asked for
  (await new Database().fetch('m', { state: true })).log;
}

const match = createMatch({ game, numPlayers: 2 });
createMatch({ game, bots: { 1: 'easy' }, botsTakeOver: { iterations: 100 } });
// @ts-expect-error: how a bot plays is data
createMatch({ game, bots: { 1: null } });
if ('initialState' in match) match.metadata.createdAt.toFixed();

for (const data of sent) {
  if (data.type === 'patch') data.args[3].map(({ op, path }) => `${op} ${path}`);
  if (data.type === 'update') data.args[1]._stateID.toFixed();
  data.sync?.acks.map(([session, last]) => `${session} ${last}`);
}

class Wire extends Transport {
  constructor(options: TransportOpts) { super(options); }
  connect() { this.setConnectionStatus(true); }
  disconnect() { this.setConnectionStatus(false); }
  sendAction(_state: State, _action: unknown) { this.notifyClient(sent[0]!); }
  sendChatMessage() {}
  requestSync() { const known: boolean | undefined = this.about?.known; }
  updateMatchID(id: string) { this.matchID = id; }
  updatePlayerID(id: string | null) { this.playerID = id; }
  updateCredentials(credentials?: string) { this.credentials = credentials; }
}

/** A transport that runs a master itself, with the game of its client. */
class Hosting extends Wire {
  readonly #game: Game;
  constructor(options: TransportOpts, private readonly master: Master) {
    super(options);
    this.#game = options.game;
  }
  override sendAction(state: State, action: CredentialedActionShape.Any) {
    void this.master.onUpdate(action, state._stateID, this.matchID, this.playerID ?? '0');
    void this.master.onSync(this.#game.name ?? 'default', this.playerID);
  }
}

// @ts-expect-error: a storage says how it keeps states
class Nothing extends Sync {}

class Rash extends Async {
  async connect() {}
  async setState() {}
  async setMetadata() {}
  async fetch<O extends StorageAPI.FetchOpts>(_matchID: string, _options: O) {
    return {} as StorageAPI.FetchResult<O>;
  }
  async wipe() {}
  // @ts-expect-error: it answers whether it has written
  async compareAndSetMetadata(_matchID: string, _expected: Server.MatchData) {}
}

export { Nothing, Rash, Shared, Wire, serve };
