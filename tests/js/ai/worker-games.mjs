// Games whose bots search in workers, for tests. Some bots report their constructor's arguments.
const add = (playerID, n) => ({ type: 'MAKE_MOVE', payload: { type: 'add', args: [n], playerID } });

/** A bot that searches by itself, as those of 'rondel/ai' do: workers merge its findings. */
class Searcher {
  constructor({ iterations, seed }) {
    Object.assign(this, { seed, thoughts: 0, values: { iterations } });
  }

  opts() {
    return { iterations: { value: this.values.iterations } };
  }

  getOpt(key) {
    return this.values[key];
  }

  setOpt(key, value) {
    this.values[key] = value;
  }

  async play(_state, playerID, { onProgress }) {
    this.thoughts += 1;
    this.found = [{ playerID, action: add(playerID, 1), visits: this.values.iterations, value: 0.5 }];
    onProgress({ iterations: this.values.iterations, share: 1, candidates: this.found });
    return this.choose([]);
  }

  candidates() {
    return this.found;
  }

  choose(others) {
    const [{ playerID }] = this.found;
    return { action: add(playerID, JSON.stringify([this.values.iterations, this.seed, this.thoughts, ...others.map(([{ visits }]) => visits)])), metadata: () => {} };
  }
}

/** A bot whose author does not know of workers. */
class Plain {
  async play({ G }, playerID) {
    return { action: add(playerID, G.added.length + 100), metadata: () => {} };
  }
}

/** Has nothing to do. */
class Idle {
  async play() {
    return { action: null };
  }
}

/** Returns no action but findings, as a searching bot without candidates does. */
class EmptyHanded extends Searcher {
  async play(...asked) {
    await super.play(...asked);
    return { action: null };
  }
}

class Mute {
  async play() {}
}

class Dying {
  play() {
    process.exit(7);
  }
}

/** Ends its worker by an error that it throws later. */
class Lost {
  play() {
    setTimeout(() => { throw new Error('lost'); });
    return new Promise(() => {});
  }
}

class Throwing {
  play() {
    throw new Error('no idea');
  }
}

/** Never answers, and ignores the signal. */
class Looping {
  play() {
    for (;;);
  }
}

/** Answers after others were asked. */
class Later {
  async play(_state, playerID) {
    await new Promise((done) => { setTimeout(done, 300); });
    return { action: add(playerID, 'later') };
  }
}

class Never {
  play() {
    return new Promise(() => {});
  }
}

class Waiting {
  play(_state, playerID, { signal, onProgress }) {
    onProgress({ iterations: 1, share: 0, candidates: [] });
    return new Promise((_done, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason));
    });
  }
}

export const BOTS = {
  searcher: Searcher, plain: Plain, idle: Idle, emptyHanded: EmptyHanded, mute: Mute, dying: Dying, lost: Lost, throwing: Throwing, looping: Looping, waiting: Waiting, later: Later, never: Never,
};

export const game = {
  name: 'sums',
  version: 3,
  setup: () => ({ added: [], secret: { 0: 'zero', 1: 'one' } }),
  playerView: ({ G, playerID }) => ({ ...G, secret: { [playerID]: G.secret[playerID] } }),
  moves: { add: ({ G }, n) => { G.added.push(n); } },
  turn: { minMoves: 1, maxMoves: 1 },
  ai: { enumerate: () => [{ move: 'add', args: [0] }], bots: BOTS },
};
