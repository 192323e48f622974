/** A match of the page's player against bots, on a master in this page. */
import { ISMCTSBot, MCTSBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';

/** Starts the worker in which bots search. Without workers, they search in the page, in slices. */
const worker = globalThis.Worker && (() => new Worker(new URL('../../bots-worker.js', import.meta.url), { type: 'module' }));

/**
 * Begins a match. The result has `state` (or null), `thoughts` (of the last search: `{ seat, iterations, share,
 * candidates, isOver }`), `isHint`, `last` (the player's last action), `play`, `hint` and `close`, and opens the hands of bots
 * with `openHands`.
 */
export function openBotMatch({ spec, seat, level, minTime, seed, onChange }) {
  // A new object each time: the masters of old matches are garbage collected with their games.
  const game = { ...spec.game, ...(seed ? { seed } : {}) };
  const seats = Array.from({ length: spec.numPlayers }, (_, at) => String(at));
  const others = seats.filter((other) => other !== seat);
  const Bot = game.ai.determinize ? ISMCTSBot : MCTSBot;
  const bots = Object.fromEntries(others.map((other) => [other, {
    bot: Bot, ...level, minTime, worker, onProgress: (progress) => { think(other, progress); },
  }]));
  const multiplayer = Local({ bots, fresh: true });
  const own = join(seat);
  let watchers = [];
  let hinting = null;
  const match = {
    seat,
    thoughts: null,
    isHint: false,
    last: null,
    get state() { return own.getState(); },
    /** The player's state, with the open hands. */
    get shown() {
      const state = own.getState();
      if (!state || watchers.length === 0) return state;
      const players = state.G.players.map((player, at) => watchers.find(({ playerID }) => playerID === String(at))?.getState()?.G.players[at] ?? player);
      return { ...state, G: { ...state.G, players } };
    },
    sees: (other) => other === seat || watchers.length > 0,
    openHands(isOpen) {
      for (const watcher of watchers) watcher.dispose();
      watchers = isOpen ? others.map(join) : [];
      onChange();
    },
    play(name, ...args) {
      if (match.isHint) match.thoughts = null;
      match.isHint = false;
      match.last = own.moves[name](...args);
      match.last.confirmed.then(onChange);
      onChange();
    },
    /** Asks a bot for the player's move. It searches in the page. */
    async hint() {
      hinting?.abort();
      hinting = new AbortController();
      const { signal } = hinting;
      const bot = new Bot({ game, ...game.ai, ...level });
      try {
        await bot.play(own.getState(), seat, { signal, onProgress: (progress) => { think(seat, progress); } });
        if (!signal.aborted) finish();
      } catch (error) {
        // A move of the player has aborted the search.
        if (!signal.aborted) throw error;
      } finally {
        bot.free();
      }
    },
    close() {
      hinting?.abort();
      for (const client of [own, ...watchers]) client.dispose();
    },
  };
  own.subscribe(() => {
    hinting?.abort();
    finish();
  });
  return match;

  function join(playerID) {
    const client = Client({ game, numPlayers: spec.numPlayers, playerID, multiplayer, predict: 'none', debug: false, quiet: true });
    client.subscribe(onChange);
    client.start();
    return client;
  }

  function think(who, progress) {
    match.thoughts = { seat: who, ...progress, isOver: false };
    match.isHint = who === seat;
    onChange();
  }

  function finish() {
    if (match.thoughts) match.thoughts = { ...match.thoughts, isOver: true };
    onChange();
  }
}
