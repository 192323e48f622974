import { noop } from '../../util/noop.js';
import { randomID } from '../../util/random.js';
import { reportUncaught } from '../../util/print.js';
import { unref } from '../../util/unref.js';
import type { Foreign } from '../../util/foreign.js';
import type { Channel, ConnectedEnvironment } from './page-channel.js';

/** The calls of a candidate. */
interface Calls {
  taken: () => void;
  /** Another one has taken it away. */
  lost: () => void;
}

/** A candidacy, which lasts until it ends. */
export interface Election {
  /** Takes it from one that does not respond. */
  insist(): void;
  /** Lets others that wait have it first. */
  stepDown(): void;
  end(): void;
}

/** Where there are no locks: how often a candidate asks, and how long it waits for an objection. Milliseconds. */
const PERIOD = 1000;
const PATIENCE = 400;
/** Milliseconds for which a candidate that has stepped down does not ask, so that the others can. */
const REST = 5000;

/**
 * Elects one at a time of all tabs, workers and clients that ask under one name: it is called with `taken()`, and with `lost()`
 * if another one has taken it away. When it ends or goes away, the next one is elected. It uses the browser's locks. Pages
 * without locks, such as pages without https or without permission to store data, ask each other on a channel.
 *
 * A lock alone is not enough: a browser that freezes a tab does not release it, so it can be taken away. Where there are no locks, the
 * holder objects from a message handler: browsers slow down timers of background tabs, and not those.
 */
export function onlyOne(name: string, calls: Calls, { locks, BroadcastChannel }: ConnectedEnvironment): Election {
  const ask = () => byAsking(new BroadcastChannel(name), calls);
  let election: Election = locks ? byLock(locks, name, { ...calls, refused: () => { election = ask(); } }) : ask();
  return {
    insist: () => election.insist(),
    stepDown: () => election.stepDown(),
    end: () => election.end(),
  };
}

/** Calls `refused` once if the browser allows no locks here. */
function byLock(locks: LockManager, name: string, { taken, lost, refused }: Calls & { refused: () => void }): Election {
  let waiting: AbortController;
  let isHeld = false;
  let isEnded = false;
  let release = noop;
  wait();
  return {
    insist() {
      if (isHeld) return;
      waiting.abort();
      request({ steal: true });
    },
    stepDown() {
      if (!isHeld || isEnded) return;
      isHeld = false;
      lost();
      // Behind all that wait already.
      wait();
      release();
    },
    end() {
      isEnded = true;
      waiting.abort();
      release();
    },
  };

  function wait() {
    waiting = new AbortController();
    request({ signal: waiting.signal });
  }

  function request(options: LockOptions) {
    const hold = () => {
      if (isEnded) return undefined;
      isHeld = true;
      const held = new Promise((done) => { release = () => done(undefined); });
      taken();
      return held;
    };
    new Promise((done) => { done(locks.request(name, options, hold)); }).catch((error) => {
      const isAborted = error?.name === 'AbortError';
      // The callback has thrown.
      if (isHeld && !isAborted) return reportUncaught(error);
      if (isEnded) return;
      if (!isAborted) {
        isEnded = true;
        return refused();
      }
      // Otherwise it was this one that gave up waiting.
      if (!isHeld) return;
      // Another one has insisted.
      isHeld = false;
      lost();
      wait();
    });
  }
}

/**
 * A candidate asks now and then, and takes it if no holder objects. The holder responds at once,
 * however slow its timers are in a tab in the background. If two ask or hold at the same time, the lower
 * ID wins.
 */
function byAsking(channel: Channel, { taken, lost }: Calls): Election {
  const id = randomID();
  let isHeld = false;
  let candidacy: NodeJS.Timeout | null = null;
  let rest: NodeJS.Timeout | null = null;
  const post = (word: 'ask' | 'held' | 'free') => channel.postMessage(JSON.stringify({ id, word }));
  const replies: Record<string, (other: string) => void> = {
    ask(other) {
      if (isHeld) post('held');
      else if (other < id) withdraw();
      // A later candidate may not have received that this one is before it.
      else if (candidacy !== null) post('ask');
    },
    held(other) {
      if (!isHeld) return withdraw();
      if (other > id) return post('held');
      isHeld = false;
      return lost();
    },
    free() {
      if (!isHeld) ask();
    },
  };
  channel.onmessage = ({ data }) => {
    const { id: other, word } = read(data);
    if (typeof other === 'string' && Object.hasOwn(replies, word)) replies[word](other);
  };
  unref(channel);
  const rounds = unref(setInterval(() => (isHeld ? post('held') : ask()), PERIOD));
  ask();

  return {
    // One that does not respond does not object either.
    insist() {},
    stepDown() {
      if (!isHeld) return;
      isHeld = false;
      lost();
      rest = unref(setTimeout(() => { rest = null; }, REST));
      post('free');
    },
    end() {
      clearInterval(rounds);
      clearTimeout(rest as NodeJS.Timeout | undefined);
      withdraw();
      if (isHeld) post('free');
      isHeld = false;
      channel.close();
    },
  };

  function ask() {
    withdraw();
    if (rest !== null) return;
    post('ask');
    candidacy = unref(setTimeout(() => {
      candidacy = null;
      isHeld = true;
      post('held');
      taken();
    }, PATIENCE));
  }

  function withdraw() {
    clearTimeout(candidacy as NodeJS.Timeout | undefined);
    candidacy = null;
  }
}

/** The object in an untrusted text; an empty one if there is none. */
export function read(text: string): Foreign {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
