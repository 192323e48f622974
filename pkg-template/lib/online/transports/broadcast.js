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
import { randomID } from '../../util/random-id.js';
import { print } from '../../util/print.js';
import { TextTransport } from './text-transport.js';
import { warnOfUnknown } from '../../util/unknown-options.js';
import { unref } from '../../util/unref.js';
import { warnOfNoName } from './unnamed.js';

/** Milliseconds between two roll calls: who misses one that another has answered, has gone. */
const ROLL_CALL = 10_000;
/** Milliseconds after which a host that does not answer is asked whether it is there, and after as many replaced. */
const PATIENCE = 2000;
/**
 * What the page is told when nobody has hosted for so long.
 *
 * @type {import('../../../internal.d.ts').ConnectionTrouble}
 */
const NO_HOST = { reason: { type: 'connection/unreachable', message: 'Broadcast: no other tab and no worker hosts the matches' } };

/**
 * Matches between the tabs of one browser. One of the tabs hosts the master; when it is closed another one
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
 * Hosts the master for the tabs that play over the channel: in a SharedWorker, for instance. It waits while
 * another one does.
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
 * Hosts as soon as no other one does.
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
  /** For whom this one has given way already: each may have no better host either. */
  const obliged = new Set();
  const taken = () => { served = serve({ name, ...options, left, useless }); };
  const { insist, giveWay, end } = onlyOne(`${name} host`, { taken, lost: stop }, options.environment);
  return {
    insist,
    drop: (from) => served?.drop(from),
    close() {
      stop();
      end();
    },
  };

  /** These rules leave a match that somebody with others has asked for: their tab, or another of its version, may host. */
  function left(from, about) {
    if (readAbout(about).version !== version) useless(from);
  }

  /** This one can do nothing for somebody: another one may. */
  function useless(from) {
    if (obliged.has(from)) return;
    obliged.add(from);
    giveWay();
  }
}

/**
 * Everybody hears everything on a channel: messages say whom they are from, and whom they are to. Names of games have no spaces, and
 * so no two games have the same; nor have they the same database, which is called so, too.
 */
export function channelName(channel = 'matches', gameName = UNNAMED) {
  warnOfNoName(gameName, 'Broadcast');
  return `rondel ${channel} ${gameName}`;
}

/** What there is of this: where a page may store nothing, browsers refuse some of it as soon as it is looked at. */
export function browser() {
  return {
    BroadcastChannel: allowed(() => globalThis.BroadcastChannel),
    locks: allowed(() => globalThis.navigator?.locks),
    indexedDB: allowed(() => globalThis.indexedDB),
  };
}

function allowed(look) {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** The master's end of the channel. */
function serve({ game, name, storage, environment, left, useless }) {
  const id = randomID();
  // A tab with later code has made the matches its own.
  let isOutdated = false;
  const own = storage ? null : makeStorage(name, environment, () => { isOutdated = true; });
  const hub = openHub({ game, storage: storage ?? own, limits: OWN_PAGES });
  const channel = new environment.BroadcastChannel(name);
  /** By the id that each transport has given itself. */
  const members = new Map();
  let isClosed = false;

  channel.onmessage = ({ data }) => {
    const { from, type, args } = read(data);
    if (typeof from !== 'string') return;
    if (type === 'hello') return print('host', { to: from });
    if (type === 'bye') return drop(from);
    if (type === 'sync') join(from);
    const member = members.get(from);
    // Unknown sender: ask it to reconnect.
    if (!member) return print('stranger', { to: from });
    member.isHere = true;
    member.connection.receive({ type, args })?.then((answer) => {
      if (isOutdated) useless(from);
      else if (type === 'sync' && answer?.payload?.match !== undefined) left(from, args[4]);
    });
  };
  // Nothing of this keeps a process of Node's alive: clients do, while they wait for an answer.
  unref(channel);
  const rollCall = unref(setInterval(() => {
    for (const [from, { isHere }] of members) if (!isHere) drop(from);
    for (const member of members.values()) member.isHere = false;
    print('host', { said: Object.fromEntries([...members].map(([from, { said }]) => [from, said])) });
  }, ROLL_CALL));
  print('host');

  return {
    drop,
    /** The members stay: whoever hosts next hears from them. Until this one hosts again, they may have gone. */
    close() {
      print('gone');
      isClosed = true;
      for (const { connection } of members.values()) connection.forget();
      clearInterval(rollCall);
      channel.close();
      own?.close();
    },
  };

  function print(type, rest) {
    if (!isClosed) channel.postMessage(JSON.stringify({ host: id, type, ...rest }));
  }

  function join(from) {
    if (members.has(from)) return;
    const tell = (text) => {
      member.said += 1;
      print('data', { to: from, text });
    };
    const member = { isHere: true, said: 0, connection: hub.connect(tell, PATCHES) };
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
   * Whom it is connected with.
   *
   * @type {string | null}
   */
  #host = null;
  /** How much the host has told it: a tab that was frozen may not have heard all. */
  #heard = 0;
  /**
   * Its own part in hosting.
   *
   * @type {ReturnType<typeof host> | null}
   */
  #candidate = null;
  /** @type {(() => void)[]} */
  #stopListening = [];
  /**
   * The timer of a question that has not been answered.
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
  constructor({ channel, host, storage, environment, game, ...options }) {
    super({ game, ...options });
    this.#name = channelName(channel, this.gameName);
    this.#options = { game, name: this.#name, storage, environment: withChannel(environment), mayHost: host };
  }

  connect() {
    this.#hangUp();
    this.#look();
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
    this.#say(type, ...args);
    if (this.#candidate) this.#doubt ??= unref(setTimeout(() => this.#probe(), PATIENCE));
  }

  /** Under a new name: what is under way is for one that nobody has any more. The tab hosts on, if it does. */
  again() {
    if (!this.#channel) return;
    this.#say('bye');
    this.#id = randomID();
    this.#heard = 0;
    if (this.#host) this.requestSync();
    else this.#say('hello');
  }

  #unlisten() {
    for (const stop of this.#stopListening.splice(0)) stop();
  }

  #dial() {
    const { mayHost, ...options } = this.#options;
    this.#id = randomID();
    this.#channel = new options.environment.BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }) => this.#hear(read(data));
    unref(this.#channel);
    this.#say('hello');
    if (mayHost) this.#candidate = host(options);
  }

  #leave() {
    clearTimeout(this.#search);
    this.#hangUp();
    this.#part();
  }

  /** Whoever hosts answers at once. */
  #look() {
    clearTimeout(this.#search);
    this.#search = unref(setTimeout(() => this.#host ?? this.setConnectionStatus(false, NO_HOST), 2 * PATIENCE));
  }

  /** Without telling the client, who may have it connect or disconnect when it is told. */
  #hangUp() {
    if (!this.#channel) return;
    this.#trust();
    this.#say('bye');
    this.#channel.close();
    // The host may be this very transport: then nobody is left to hear it.
    this.#candidate?.drop(this.#id);
    this.#candidate?.close();
    this.#channel = this.#candidate = this.#id = null;
  }

  #say(type, ...args) {
    this.#channel?.postMessage(JSON.stringify({ from: this.#id, type, args }));
  }

  /** Browsers freeze tabs that nobody looks at, and it may be the one that hosts: then this one does. */
  #probe() {
    this.#say('hello');
    this.#doubt = unref(setTimeout(() => this.#candidate?.insist(), PATIENCE));
  }

  #trust() {
    clearTimeout(this.#doubt);
    this.#doubt = null;
  }

  #hear({ host: from, to, type, text, said }) {
    if (typeof from !== 'string' || (to !== undefined && to !== this.#id)) return;
    if (type === 'host' && from !== this.#host) return this.#meet(from);
    if (from !== this.#host) return;
    this.#trust();
    if (type === 'host') this.#answer(said);
    if (type === 'stranger') this.#meet(from);
    if (type === 'gone') this.#lookForAnother();
    if (type !== 'data') return;
    this.#heard += 1;
    this.hear(text);
  }

  #answer(said) {
    this.#say('here');
    const told = Object(said)[this.#id];
    if (typeof told !== 'number' || told === this.#heard) return;
    this.#heard = told;
    this.requestSync();
  }

  #meet(host) {
    const id = this.#id;
    this.#part();
    // Who has been told may have had this one go, or come anew.
    if (id !== this.#id) return;
    this.#trust();
    this.#host = host;
    this.#heard = 0;
    this.met();
  }

  /** Whoever hosts from now on says so; there may be one already, if this one was taken for dead. */
  #lookForAnother() {
    this.#part();
    this.#look();
    this.#say('hello');
  }

  /** It looks for another at once. */
  #part() {
    if (!this.#host) return;
    this.#host = null;
    this.setConnectionStatus(false, { status: 'connecting' });
  }
}
