import { isDevelopment } from '../../util/environment.js';
import { expectGame } from '../../game/declarations.js';
import { versionOf } from '../../engine/version.js';
import { rulesOf, UNNAMED } from '../../game/rules.js';
import { openHub } from './hub.js';
import { IndexedDB } from '../storage/indexed-db.js';
import { onlyOne, read } from './host-election.js';
import { whenPageIsLeft, whenPageWakes } from './page-lifecycle.js';
import { withChannel } from './page-channel.js';
import { pageMasterOf } from './page-master.js';
import { PATCHES } from '../wire-formats.js';
import { OWN_PAGES } from '../limits.js';
import { withMemoryFallback, warnOfNoName } from '../browser-storage.js';
import { readAbout } from '../request.js';
import { copyOfSetupData } from '../setup-data.js';
import { randomID } from '../../util/random.js';
import { TextTransport } from './text-transport.js';
import { warnOfUnknown } from '../../util/unknown-names.js';
import { unref } from '../../util/unref.js';
import { HOST } from '../../util/marks.js';
import type { Game } from '../../../types/game.js';
import type { PageHost } from '../../client/panel-access.js';
import type { BroadcastOpts, HostOpts } from '../../../types/multiplayer.js';
import type { ConnectionTrouble, TransportOpts } from '../../../types/transport.js';
import type { Foreign } from '../../util/foreign.js';
import type { BrowserStorage } from '../browser-storage.js';
import type { Storage } from '../storage/storing.js';
import type { HubConnection } from './hub.js';
import type { Channel, ConnectedEnvironment, Environment } from './page-channel.js';
import type { Transport } from './transport.js';

/** The browser's database, which a host closes in the end. */
type Database = BrowserStorage & { close(): void };

/** The matches that a host hosts. */
interface Hosted {
  /** Name of the channel and of the database. */
  name: string;
  game: Game;
  /** Default: the browser's database. */
  storage: Storage | undefined;
  environment: ConnectedEnvironment;
}

interface ServeOpts extends Hosted {
  /** A client has other rules, to which these cannot migrate a match. */
  cannotMigrate: (from: string, about: unknown) => void;
  /** Later code has the matches. */
  cannotServe: (from: string) => void;
}

/** A tab or worker that hosts as soon as there is no other host. */
interface Host {
  insist(): void;
  /** Drops a member. */
  drop(from: string): void;
  close(): void;
}

/** A transport, as its host knows it. */
interface Member {
  /** `true` if it has responded to the last roll call. */
  isHere: boolean;
  /** Number of messages sent to it. */
  sent: number;
  connection: HubConnection;
}

/** The versions of a match and of the rules that cannot migrate it. */
type VersionPayload = { match?: unknown } | undefined;

interface BroadcastTransportOpts extends TransportOpts, BroadcastOpts {
  environment: Environment;
}

/** Milliseconds between two roll calls: a member that has not responded to the last one has gone. */
const ROLL_CALL = 10_000;
/** Milliseconds after which a host that does not respond is probed, and after as many again replaced. */
const PATIENCE = 2000;
/** The trouble that the page is notified of when there has been no host for so long. */
const NO_HOST: ConnectionTrouble = { reason: { type: 'connection/unreachable', message: 'Broadcast: no other tab and no worker hosts the matches' } };

/**
 * Connects the tabs of one browser without a server. One tab hosts the master. When it is closed, another tab continues from the states in
 * IndexedDB. Tabs of one origin can read each other's messages, so that players can see each other's secrets.
 */
export function Broadcast(options?: BroadcastOpts): (options: TransportOpts) => Transport;
export function Broadcast(given?: BroadcastOpts, environment: Environment = browser()): (options: TransportOpts) => Transport {
  if (isDevelopment()) {
    warnOfUnknown('Broadcast', given, { channel: true, host: true, storage: true, create: true });
  }
  const { channel, host = true, storage, create } = given ?? {};
  return (options) => new BroadcastTransport({ ...options, create, channel, host, storage, environment });
}

/**
 * Hosts the master for the tabs of a channel, for example in a SharedWorker. Waits as long as another tab or worker hosts it.
 *
 * @example
 * // worker.js, started by `new SharedWorker('worker.js', { type: 'module' })`
 * hostBroadcast({ game });
 * // and in the page
 * const client = Client({ game, playerID: '0', multiplayer: Broadcast({ host: false }) });
 */
export function hostBroadcast(options: HostOpts): { close(): void };
export function hostBroadcast({ game, channel, storage }: HostOpts = {} as HostOpts, environment: Environment = browser()): { close(): void } {
  // Throws if there is none, as without options.
  expectGame(game);
  const { close } = host({ game, name: channelName(channel, rulesOf(game).name), storage, environment: withChannel(environment) });
  return { close };
}

/** Hosts as soon as there is no other host. */
function host({ name, ...options }: Hosted): Host {
  let served: ReturnType<typeof serve> | null = null;
  const stop = () => {
    served?.close();
    served = null;
  };
  const version = versionOf(rulesOf(options.game));
  /** The transports for which this host has stepped down once: they may have no better host either. */
  const steppedDownFor = new Set<string>();
  const taken = () => { served = serve({ name, ...options, cannotMigrate, cannotServe }); };
  const { insist, stepDown, end } = onlyOne(`${name} host`, { taken, lost: stop }, options.environment);
  return {
    insist,
    drop: (from: string) => served?.drop(from),
    close() {
      stop();
      end();
    },
  };

  /** A client with other rules has asked for a match that these cannot migrate: its tab, or another of its version, may host. */
  function cannotMigrate(from: string, about: unknown) {
    if (readAbout(about).version !== version) cannotServe(from);
  }

  /** This host cannot serve a client: steps down, since another one may. */
  function cannotServe(from: string) {
    if (steppedDownFor.has(from)) return;
    steppedDownFor.add(from);
    stepDown();
  }
}

/**
 * @internal All members receive all messages on a channel: each has its sender and its recipient. Names of games have no spaces, and
 * so no two games have the same channel, nor the same database, which has this name, too.
 */
export function channelName(channel = 'matches', gameName: string = UNNAMED, options?: { quiet?: unknown }): string {
  warnOfNoName(gameName, 'Broadcast', options);
  return `rondel ${channel} ${gameName}`;
}

/** @internal The browser's features, as far as they are allowed: where a page may store nothing, some throw when they are read. */
export function browser(): Environment {
  return {
    BroadcastChannel: allowed(() => globalThis.BroadcastChannel),
    locks: allowed(() => globalThis.navigator?.locks),
    indexedDB: allowed(() => globalThis.indexedDB),
  };
}

function allowed<Feature>(read: () => Feature): Feature | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The master at its end of the channel. */
function serve({ game, name, storage, environment, cannotMigrate, cannotServe }: ServeOpts) {
  const id = randomID();
  // A tab with later code has made the matches its own.
  let isOutdated = false;
  const own = storage ? null : makeStorage(name, environment, () => { isOutdated = true; });
  const hub = openHub({ game, storage: storage ?? own as Database, limits: OWN_PAGES, isOwnPages: true });
  pageMasterOf(name).begin(hub.master);
  const channel = new environment.BroadcastChannel(name);
  /** Members by the ID that each transport has chosen. */
  const members = new Map<string, Member>();
  let isClosed = false;

  channel.onmessage = ({ data }) => {
    const { from, type, args } = read(data);
    if (typeof from !== 'string') return;
    if (type === 'hello') return post('host', { to: from });
    if (type === 'bye') return drop(from);
    if (type === 'sync') join(from);
    const member = members.get(from);
    // Unknown sender: ask it to reconnect.
    if (!member) return post('stranger', { to: from });
    member.isHere = true;
    member.connection.receive({ type, args })?.then((result) => {
      if (isOutdated) cannotServe(from);
      else if (type === 'sync' && (result?.payload as VersionPayload)?.match !== undefined) cannotMigrate(from, args[4]);
    });
  };
  // Nothing of this keeps a Node process alive: clients do, while they wait for a reply.
  unref(channel);
  const rollCall = unref(setInterval(() => {
    for (const [from, { isHere }] of members) if (!isHere) drop(from);
    for (const member of members.values()) member.isHere = false;
    post('host', { said: Object.fromEntries([...members].map(([from, { sent }]) => [from, sent])) });
  }, ROLL_CALL));
  post('host');

  return {
    drop,
    /** The members stay for the next host. Until this one hosts again, they may have gone. */
    close() {
      post('gone');
      isClosed = true;
      pageMasterOf(name).end(hub.master);
      for (const { connection } of members.values()) connection.forget();
      clearInterval(rollCall);
      channel.close();
      own?.close();
    },
  };

  function post(type: string, rest?: object) {
    if (!isClosed) channel.postMessage(JSON.stringify({ host: id, type, ...rest }));
  }

  function join(from: string) {
    if (members.has(from)) return;
    const deliver = (text: string) => {
      member.sent += 1;
      post('data', { to: from, text });
    };
    const member: Member = { isHere: true, sent: 0, connection: hub.connect(deliver, PATCHES) };
    members.set(from, member);
  }

  function drop(from: string) {
    members.get(from)?.connection.close();
    members.delete(from);
  }
}

/**
 * IndexedDB, not localStorage: workers have it, it holds more than five megabytes, a move writes one match and
 * not all of them, and the next host reads what the last one has written, which localStorage, kept by each
 * process for itself, does not promise.
 */
function makeStorage(name: string, { indexedDB }: Environment, outdated: () => void): Database {
  const warning = 'Broadcast: a match that IndexedDB does not keep ends with the tab that hosts it';
  return withMemoryFallback(new IndexedDB(name, indexedDB), warning, outdated) as Database;
}

class BroadcastTransport extends TextTransport {
  /** For the debug panel: the master, while this page hosts it. */
  declare [HOST]: PageHost;
  #options: Hosted & { mayHost: boolean | undefined };
  #name: string;
  /** Null before `connect` and after `disconnect`. */
  #channel: Channel | null = null;
  /** It has one as long as it has a channel. */
  #id: string | null | undefined;
  /** The ID of the host that it is connected with. */
  #host: string | null = null;
  /** Number of received messages of the host: a tab that was frozen may have missed some. */
  #received = 0;
  /** Its own candidacy as the host. */
  #candidate: Host | null = null;
  #stopListening: (() => void)[] = [];
  /** The timer of a message without a reply. */
  #doubt: NodeJS.Timeout | null = null;
  /** The timer of the search for a host. */
  #search: NodeJS.Timeout | null = null;

  constructor({ channel, host, storage, environment, game, setupData, ...options }: BroadcastTransportOpts) {
    super({ game, ...options });
    this.setupData = copyOfSetupData(setupData);
    this.#name = channelName(channel, this.gameName, options);
    this[HOST] = pageMasterOf(this.#name);
    this.#options = { game, name: this.#name, storage, environment: withChannel(environment), mayHost: host };
  }

  connect(): void {
    this.#hangUp();
    this.#startSearch();
    this.#unlisten();
    this.#stopListening = [
      whenPageIsLeft({ left: () => this.#leave(), back: () => this.connect() }),
      whenPageWakes(() => this.requestSync()),
    ];
    this.#dial();
    this.#part();
  }

  disconnect(): void {
    this.#unlisten();
    this.#leave();
  }

  requestSync(): void {
    if (this.#host) super.requestSync();
  }

  send(type: string, ...args: unknown[]): void {
    this.#post(type, ...args);
    if (this.#candidate) this.#doubt ??= unref(setTimeout(() => this.#probe(), PATIENCE));
  }

  /** Takes a new ID, so that replies under way, which are for the old one, are dropped. A tab that hosts goes on hosting. */
  again(): void {
    if (!this.#channel) return;
    this.#post('bye');
    this.#id = randomID();
    this.#received = 0;
    if (this.#host) this.requestSync();
    else this.#post('hello');
  }

  #unlisten() {
    for (const stop of this.#stopListening.splice(0)) stop();
  }

  #dial() {
    const { mayHost, ...options } = this.#options;
    this.#id = randomID();
    this.#channel = new options.environment.BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }) => this.#receive(read(data));
    unref(this.#channel);
    this.#post('hello');
    if (mayHost) this.#candidate = host(options);
  }

  #leave() {
    clearTimeout(this.#search as NodeJS.Timeout | undefined);
    this.#hangUp();
    this.#part();
  }

  /** A host responds at once: if none has, the page is notified. */
  #startSearch() {
    clearTimeout(this.#search as NodeJS.Timeout | undefined);
    this.#search = unref(setTimeout(() => this.#host ?? this.setConnectionStatus(false, NO_HOST), 2 * PATIENCE));
  }

  /** Without notifying the client, which may call `connect` or `disconnect` when it is notified. */
  #hangUp() {
    if (!this.#channel) return;
    this.#trust();
    this.#post('bye');
    this.#channel.close();
    // The host may be this transport: it cannot receive its own `bye`.
    this.#candidate?.drop(this.#id as string);
    this.#candidate?.close();
    this.#channel = this.#candidate = this.#id = null;
  }

  #post(type: string, ...args: unknown[]) {
    this.#channel?.postMessage(JSON.stringify({ from: this.#id, type, args }));
  }

  /** Browsers freeze hidden tabs, maybe the one that hosts: then this one takes over. */
  #probe() {
    this.#post('hello');
    this.#doubt = unref(setTimeout(() => this.#candidate?.insist(), PATIENCE));
  }

  #trust() {
    clearTimeout(this.#doubt as NodeJS.Timeout | undefined);
    this.#doubt = null;
  }

  #receive({ host: from, to, type, text, said: sentTo }: Foreign) {
    if (typeof from !== 'string' || (to !== undefined && to !== this.#id)) return;
    if (type === 'host' && from !== this.#host) return this.#meet(from);
    if (from !== this.#host) return;
    this.#trust();
    if (type === 'host') this.#answerRollCall(sentTo);
    if (type === 'stranger') this.#meet(from);
    if (type === 'gone') this.#findAnother();
    if (type !== 'data') return;
    this.#received += 1;
    this.receive(text);
  }

  #answerRollCall(sentTo: unknown) {
    this.#post('here');
    const sent = Object(sentTo)[this.#id as string];
    if (typeof sent !== 'number' || sent === this.#received) return;
    this.#received = sent;
    this.requestSync();
  }

  #meet(host: string) {
    const id = this.#id;
    this.#part();
    // The client, once notified, may have had this transport disconnect, or connect again.
    if (id !== this.#id) return;
    this.#trust();
    this.#host = host;
    this.#received = 0;
    this.met();
  }

  /** A new host announces itself; there may be one already, if this one was taken for dead. */
  #findAnother() {
    this.#part();
    this.#startSearch();
    this.#post('hello');
  }

  /** Parts from the host; the search for another begins at once. */
  #part() {
    if (!this.#host) return;
    this.#host = null;
    this.setConnectionStatus(false, { status: 'connecting' });
  }
}
