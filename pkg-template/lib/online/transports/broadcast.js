import { isDevelopment } from '../../util/environment.js';
import { expectGame } from '../../game/declarations.js';
import { versionOf } from '../../engine/version.js';
import { rulesOf, UNNAMED } from '../../game/rules.js';
import { openHub } from './hub.js';
import { IndexedDB } from '../storage/indexed-db.js';
import { onlyOne, read } from './host-election.js';
import { whenPageIsLeft, whenPageWakes } from './kept-page.js';
import { withChannel } from './page-channel.js';
import { PATCHES } from '../wire-formats.js';
import { OWN_PAGES } from '../limits.js';
import { keptIfPossible } from '../kept-if-possible.js';
import { readAbout } from '../request.js';
import { copyOfSetupData } from '../setup-data.js';
import { randomID } from '../../util/random-id.js';
import { TextTransport } from './text-transport.js';
import { warnOfUnknown } from '../../util/unknown-options.js';
import { unref } from '../../util/unref.js';
import { warnOfNoName } from './unnamed.js';

/** Milliseconds between two roll calls: a member that has not responded to the last one has gone. */
const ROLL_CALL = 10_000;
/** Milliseconds after which a host that does not respond is probed, and after as many again replaced. */
const PATIENCE = 2000;
/**
 * The trouble that the page is notified of when there has been no host for so long.
 *
 * @type {import('../../../internal.d.ts').ConnectionTrouble}
 */
const NO_HOST = { reason: { type: 'connection/unreachable', message: 'Broadcast: no other tab and no worker hosts the matches' } };

/**
 * Matches between the tabs of one browser. One of the tabs hosts the master; when it is closed, another one
 * goes on from what is stored.
 *
 * @param {import('../../../multiplayer.d.ts').BroadcastOpts} [given]
 * @param {object} [environment] what a browser has of BroadcastChannel, locks and IndexedDB
 */
export function Broadcast(given, environment = browser()) {
  if (isDevelopment()) {
    warnOfUnknown('Broadcast', given, { channel: true, host: true, storage: true, create: true });
  }
  const { channel, host = true, storage, create } = given ?? {};
  return (options) => new BroadcastTransport({ ...options, create, channel, host, storage, environment });
}

/**
 * Hosts the master for the tabs that play over the channel: in a SharedWorker, for instance. It waits as long as
 * there is another host.
 *
 * @param {import('../../../multiplayer.d.ts').HostOpts} options
 * @param {object} [environment]
 * @returns {{ close: () => void }}
 */
export function hostBroadcast({ game, channel, storage } = /** @type {any} */ ({}), environment = browser()) {
  expectGame(game);
  const { close } = host({ game, name: channelName(channel, rulesOf(game).name), storage, environment: withChannel(environment) });
  return { close };
}

/**
 * Hosts as soon as there is no other host.
 *
 * @param {{ name: string, game: object, storage: object | undefined, environment: any }} options
 */
function host({ name, ...options }) {
  /** @type {ReturnType<typeof serve> | null} */
  let served = null;
  const stop = () => {
    served?.close();
    served = null;
  };
  const version = versionOf(rulesOf(options.game));
  /** The transports for which this host has stepped down once: they may have no better host either. */
  const steppedDownFor = new Set();
  const taken = () => { served = serve({ name, ...options, cannotMigrate, cannotServe }); };
  const { insist, stepDown, end } = onlyOne(`${name} host`, { taken, lost: stop }, options.environment);
  return {
    insist,
    drop: (from) => served?.drop(from),
    close() {
      stop();
      end();
    },
  };

  /** A client with other rules has asked for a match that these cannot migrate: its tab, or another of its version, may host. */
  function cannotMigrate(from, about) {
    if (readAbout(about).version !== version) cannotServe(from);
  }

  /** This host cannot serve a client: steps down, since another one may. */
  function cannotServe(from) {
    if (steppedDownFor.has(from)) return;
    steppedDownFor.add(from);
    stepDown();
  }
}

/**
 * All members receive all messages on a channel: each has its sender and its recipient. Names of games have no spaces, and
 * so no two games have the same channel, nor the same database, which has this name, too.
 */
export function channelName(channel = 'matches', gameName = UNNAMED) {
  warnOfNoName(gameName, 'Broadcast');
  return `rondel ${channel} ${gameName}`;
}

/** The browser's features, as far as they are allowed: where a page may store nothing, some throw when they are read. */
export function browser() {
  return {
    BroadcastChannel: allowed(() => globalThis.BroadcastChannel),
    locks: allowed(() => globalThis.navigator?.locks),
    indexedDB: allowed(() => globalThis.indexedDB),
  };
}

function allowed(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The master at its end of the channel. */
function serve({ game, name, storage, environment, cannotMigrate, cannotServe }) {
  const id = randomID();
  // A tab with later code has made the matches its own.
  let isOutdated = false;
  const own = storage ? null : makeStorage(name, environment, () => { isOutdated = true; });
  const hub = openHub({ game, storage: storage ?? own, limits: OWN_PAGES, isOwnPages: true });
  const channel = new environment.BroadcastChannel(name);
  /** By the ID that each transport has given itself. */
  const members = new Map();
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
      else if (type === 'sync' && result?.payload?.match !== undefined) cannotMigrate(from, args[4]);
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
      for (const { connection } of members.values()) connection.forget();
      clearInterval(rollCall);
      channel.close();
      own?.close();
    },
  };

  function post(type, rest) {
    if (!isClosed) channel.postMessage(JSON.stringify({ host: id, type, ...rest }));
  }

  function join(from) {
    if (members.has(from)) return;
    const deliver = (text) => {
      member.sent += 1;
      post('data', { to: from, text });
    };
    const member = { isHere: true, sent: 0, connection: hub.connect(deliver, PATCHES) };
    members.set(from, member);
  }

  function drop(from) {
    members.get(from)?.connection.close();
    members.delete(from);
  }
}

/**
 * IndexedDB, not localStorage: workers have it, it holds more than five megabytes, a move writes one match and
 * not all of them, and the next host reads what the last one has written, which localStorage, kept by each
 * process for itself, does not promise.
 */
function makeStorage(name, { indexedDB }, outdated) {
  const loss = 'Broadcast: a match that IndexedDB does not keep ends with the tab that hosts it';
  return keptIfPossible(new IndexedDB(name, indexedDB), loss, outdated);
}

class BroadcastTransport extends TextTransport {
  #options;
  #name;
  /**
   * Null before `connect` and after `disconnect`.
   *
   * @type {any}
   */
  #channel = null;
  #id;
  /**
   * The ID of the host that it is connected with.
   *
   * @type {string | null}
   */
  #host = null;
  /** How many messages of the host it has received: a tab that was frozen may have missed some. */
  #received = 0;
  /**
   * Its own candidacy as the host.
   *
   * @type {ReturnType<typeof host> | null}
   */
  #candidate = null;
  /** @type {(() => void)[]} */
  #stopListening = [];
  /**
   * The timer of a message without a reply.
   *
   * @type {any}
   */
  #doubt = null;
  /**
   * The timer of the search for a host.
   *
   * @type {any}
   */
  #search = null;

  /** @param {any} options */
  constructor({ channel, host, storage, environment, game, setupData, ...options }) {
    super({ game, ...options });
    this.setupData = copyOfSetupData(setupData);
    this.#name = channelName(channel, this.gameName);
    this.#options = { game, name: this.#name, storage, environment: withChannel(environment), mayHost: host };
  }

  connect() {
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

  disconnect() {
    this.#unlisten();
    this.#leave();
  }

  requestSync() {
    if (this.#host) super.requestSync();
  }

  send(type, ...args) {
    this.#post(type, ...args);
    if (this.#candidate) this.#doubt ??= unref(setTimeout(() => this.#probe(), PATIENCE));
  }

  /** Takes a new ID, so that replies under way, which are for the old one, are dropped. A tab that hosts goes on hosting. */
  again() {
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
    clearTimeout(this.#search);
    this.#hangUp();
    this.#part();
  }

  /** A host responds at once: if none has, the page is notified. */
  #startSearch() {
    clearTimeout(this.#search);
    this.#search = unref(setTimeout(() => this.#host ?? this.setConnectionStatus(false, NO_HOST), 2 * PATIENCE));
  }

  /** Without notifying the client, which may call `connect` or `disconnect` when it is notified. */
  #hangUp() {
    if (!this.#channel) return;
    this.#trust();
    this.#post('bye');
    this.#channel.close();
    // The host may be this transport: it cannot receive its own `bye`.
    this.#candidate?.drop(this.#id);
    this.#candidate?.close();
    this.#channel = this.#candidate = this.#id = null;
  }

  #post(type, ...args) {
    this.#channel?.postMessage(JSON.stringify({ from: this.#id, type, args }));
  }

  /** Browsers freeze hidden tabs, maybe the one that hosts: then this one takes over. */
  #probe() {
    this.#post('hello');
    this.#doubt = unref(setTimeout(() => this.#candidate?.insist(), PATIENCE));
  }

  #trust() {
    clearTimeout(this.#doubt);
    this.#doubt = null;
  }

  #receive({ host: from, to, type, text, said: sentTo }) {
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

  #answerRollCall(sentTo) {
    this.#post('here');
    const sent = Object(sentTo)[this.#id];
    if (typeof sent !== 'number' || sent === this.#received) return;
    this.#received = sent;
    this.requestSync();
  }

  #meet(host) {
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
