import { randomID } from './random-id.js';

/** Where there are no locks: how often who waits asks, and how long it waits for an objection. Milliseconds. */
const PERIOD = 1000;
const PATIENCE = 400;

/**
 * Of all tabs, workers and clients that ask under one name, one at a time is called: `taken()`, and `lost()`
 * if it turns out that another one is, too. When it ends or goes away the next is called. By the browser's
 * locks; where there are none, as on pages without https, by asking around on a channel.
 *
 * @param {string} name
 * @param {{ taken: () => void, lost: () => void }} calls
 * @param {{ locks?: LockManager, BroadcastChannel: typeof BroadcastChannel }} environment
 * @returns {() => void} ends it, or gives up waiting
 */
export function onlyOne(name, calls, { locks, BroadcastChannel }) {
  return locks ? byLock(locks, name, calls) : byAsking(new BroadcastChannel(name), calls);
}

function byLock(locks, name, { taken }) {
  const waiting = new AbortController();
  let end;
  const ended = new Promise((done) => { end = done; });
  const hold = () => {
    if (waiting.signal.aborted) return undefined;
    taken();
    return ended;
  };
  locks.request(name, { signal: waiting.signal }, hold).catch((error) => {
    if (error.name !== 'AbortError') throw error;
  });
  return () => {
    waiting.abort();
    end();
  };
}

/**
 * Whoever waits asks now and then, and takes it if nobody says that it is held. The holder answers at once,
 * however slow its timers are in a tab in the background. Of two that ask or hold at the same time the lower
 * id comes first.
 */
function byAsking(channel, { taken, lost }) {
  const id = randomID();
  let isHeld = false;
  let hope = null;
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
  const rounds = setInterval(() => (isHeld ? say('held') : ask()), PERIOD);
  rounds.unref?.();
  ask();

  return () => {
    clearInterval(rounds);
    despair();
    if (isHeld) say('free');
    channel.close();
  };

  function ask() {
    despair();
    say('ask');
    hope = setTimeout(() => {
      hope = null;
      isHeld = true;
      say('held');
      taken();
    }, PATIENCE);
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
