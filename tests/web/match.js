import { EVENTS, flattenEvent } from '../../pkg-template/lib/arguments.js';
import { readDefinition } from '../../pkg-template/lib/definition.js';
import { TestHost } from './host.js';

/** A match, driven from the JavaScript side as `pkg-template/client.js` drives it. */
export class Match {
  #payload;

  /**
   * @param {object} game
   * @param {(host: TestHost, definition: unknown) => object} makeEngine the engine's class as a function
   */
  constructor(game, makeEngine, numPlayers = 2) {
    this.host = new TestHost();
    const { definition, names } = readDefinition({ seed: 'rondel', ...game }, () => {});
    const engine = makeEngine(this.host, definition);
    this.host.attach(engine);
    this.engine = taking(engine, this.host);
    // Games of the tests look at their own match.
    game.match = this;
    this.engine.start(numPlayers, this.host.keep(undefined));
    this.moves = names.moves;
  }

  /** True, or the type of the refusal. */
  move(name, ...args) {
    const id = this.moves.indexOf(name);
    return this.#told(this.engine.makeMove(id < 0 ? 4_000_000_000 : id, this.host.keep(args)));
  }

  /** Whether a move could be made; false, or true. */
  can(name, ...args) {
    return this.engine.canMove(this.moves.indexOf(name), this.host.keep(args));
  }

  /** What the last refusal tells the caller. */
  get payload() {
    return this.#payload;
  }

  event(name, arg) {
    return this.#told(this.engine.makeEvent(EVENTS.indexOf(name), flattenEvent(name, arg, false)));
  }

  undo() {
    return this.#told(this.engine.undo());
  }

  reset() {
    return this.#told(this.engine.reset());
  }

  /** What `use` makes of the state of now. */
  look(use) {
    const snapshot = this.engine.snapshot();
    try {
      return use(snapshot);
    } finally {
      snapshot.free();
    }
  }

  get G() {
    return this.look((snapshot) => snapshot.G);
  }

  get ctx() {
    return this.look((snapshot) => snapshot.ctx);
  }

  get stateID() {
    return this.look((snapshot) => snapshot.stateID);
  }

  #told(isAccepted) {
    if (isAccepted) return true;
    const [type, , payload] = this.engine.takeRefusal();
    this.#payload = payload;
    return type;
  }
}

/** What the engine hands over as a number of the host's. */
const HANDED_OVER = ['exportState', 'logFrom', 'takeRefusal', 'deltalog', 'undoStack', 'redoStack', 'plugins'];

/** The engine, or a snapshot, with the values themselves instead of their numbers. */
function taking(object, host) {
  return new Proxy(object, {
    get(target, key) {
      const member = Reflect.get(target, key, target);
      if (key === 'G') return host.kept(member);
      if (key === 'ctx') return host.take(member);
      if (typeof member !== 'function') return member;
      return (...args) => {
        const answer = member.apply(target, args);
        if (key === 'snapshot') return taking(answer, host);
        return HANDED_OVER.includes(key) ? host.take(answer) : answer;
      };
    },
  });
}
