import { noop } from '../../util/noop.js';
import { randomID } from '../../util/random-id.js';
import { reportUncaught } from '../../util/print.js';
import { unref } from '../../util/unref.js';

/** Where there are no locks: how often who waits asks, and how long it waits for an objection. Milliseconds. */
const PERIOD = 1000;
const PATIENCE = 400;
/** How long one that has given way does not ask: the others ask, and may give way in turn. */
const REST = 5000;

/**
 * A lock alone is not enough: a browser that freezes a tab does not release it, so it can be taken away. Where there are no locks, the
 * holder objects from a message handler: browsers slow down timers of background tabs, and not those.
 *
 * Of all tabs, workers and clients that ask under one name, one at a time is called: `taken()`, and `lost()`
 * if another one has taken it away. When it ends or goes away the next is called. By the browser's locks; where
 * there are none, as on pages without https or on those that may store nothing, by asking around on a channel.
 *
 * @param {string} name
 * @param {{ taken: () => void, lost: () => void }} calls
 * @param {{ locks?: LockManager, BroadcastChannel: typeof globalThis.BroadcastChannel }} environment
 * @returns {{ insist: () => void, giveWay: () => void, end: () => void }} `insist` takes it from one that does not answer;
 *   `giveWay` lets whoever else waits have it first
 */
export function onlyOne(name, calls, { locks, BroadcastChannel }) {
  const ask = () => byAsking(new BroadcastChannel(name), calls);
  let election = locks ? byLock(locks, name, { ...calls, refused: () => { election = ask(); } }) : ask();
  return {
    insist: () => election.insist(),
    giveWay: () => election.giveWay(),
    end: () => election.end(),
  };
}

/** Calls `refused` once if the browser allows no locks here. */
function byLock(locks, name, { taken, lost, refused }) {
  let waiting;
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
    giveWay() {
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

  function request(options) {
    const hold = () => {
      if (isEnded) return undefined;
      isHeld = true;
      const held = new Promise((done) => { release = () => done(undefined); });
      taken();
      return held;
    };
    new Promise((done) => { done(locks.request(name, options, hold)); }).catch((error) => {
      const isAborted = error?.name === 'AbortError';
      // What was called has thrown.
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
 * Whoever waits asks now and then, and takes it if nobody says that it is held. The holder answers at once,
 * however slow its timers are in a tab in the background. Of two that ask or hold at the same time the lower
 * id comes first.
 */
function byAsking(channel, { taken, lost }) {
  const id = randomID();
  let isHeld = false;
  /** @type {any} */
  let hope = null;
  /** @type {any} */
  let rest = null;
  const say = (word) => channel.postMessage(JSON.stringify({ id, word }));
  const answers = {
    ask(other) {
      if (isHeld) say('held');
      else if (other < id) despair();
      // Whoever came later may not have heard that this one is before it.
      else if (hope !== null) say('ask');
    },
    held(other) {
      if (!isHeld) return despair();
      if (other > id) return say('held');
      isHeld = false;
      return lost();
    },
    free() {
      if (!isHeld) ask();
    },
  };
  channel.onmessage = ({ data }) => {
    const { id: other, word } = read(data);
    if (typeof other === 'string' && Object.hasOwn(answers, word)) answers[word](other);
  };
  unref(channel);
  const rounds = unref(setInterval(() => (isHeld ? say('held') : ask()), PERIOD));
  ask();

  return {
    // One that does not answer does not object either.
    insist() {},
    giveWay() {
      if (!isHeld) return;
      isHeld = false;
      lost();
      rest = unref(setTimeout(() => { rest = null; }, REST));
      say('free');
    },
    end() {
      clearInterval(rounds);
      clearTimeout(rest);
      despair();
      if (isHeld) say('free');
      isHeld = false;
      channel.close();
    },
  };

  function ask() {
    despair();
    if (rest !== null) return;
    say('ask');
    hope = unref(setTimeout(() => {
      hope = null;
      isHeld = true;
      say('held');
      taken();
    }, PATIENCE));
  }

  function despair() {
    clearTimeout(hope);
    hope = null;
  }
}

/** The object in a text from anybody; an empty one if there is none. */
export function read(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
