import { EVENTS } from '../../pkg/lib/engine/codes.js';
import { readDefinition } from '../../pkg/lib/game/definition.js';
import { TestHost, freeing, guarded, moduleObjectOf } from './host.js';

/** A match, driven from the JavaScript side as `pkg-template/client.js` drives it. */
export class Match {
  #payload;

  /**
   * @param {object} game
   * @param {() => object} makeEngine the engine's class as a function
   */
  constructor(game, makeEngine, numPlayers = 2) {
    this.host = new TestHost();
    const { definition, names } = readDefinition({ seed: 'rondel', ...game }, () => {});
    this.host.list = definition;
    const moduleObject = moduleObjectOf(this.host);
    this.engine = entering(guarded(moduleObject, makeEngine), moduleObject);
    this.host.attach(this.engine);
    // Games of the tests look at their own match.
    game.match = this;
    this.engine.start(numPlayers, this.host.keep(undefined));
    this.moves = names.moves;
  }

  /** True, or the type of the refusal. */
  move(name, ...args) {
    const id = this.moves.indexOf(name);
    return this.#outcome(this.engine.makeMove(id < 0 ? 4_000_000_000 : id, this.host.keep(args)));
  }

  /** Whether a move could be made. */
  can(name, ...args) {
    return this.engine.canMove(this.moves.indexOf(name), this.host.keep(args));
  }

  /** The payload of the last refusal. */
  get payload() {
    return this.#payload;
  }

  event(name, arg) {
    return this.#outcome(this.engine.makeEvent(this.host.hand(EVENTS.indexOf(name), arg)));
  }

  undo() {
    return this.#outcome(this.engine.undo());
  }

  /** What the present state shows. */
  glance() {
    const look = this.engine.look();
    look.forget();
    return look;
  }

  get G() {
    return this.glance().G;
  }

  get ctx() {
    return this.glance().ctx;
  }

  get stateID() {
    return this.glance().stateID;
  }

  #outcome(isAccepted) {
    if (isAccepted) return true;
    this.engine.tellRefusal();
    const [type, , payload] = this.host.refusal;
    this.#payload = payload;
    return type;
  }
}

/** What the engine hands over as a number of the host's. */
const HANDED_OVER = ['exportState', 'logFrom', 'deltalog', 'undoStack'];

/** The engine behind guards, with the values themselves in place of their numbers, and looks as objects. */
function entering(engine, moduleObject) {
  const { host } = moduleObject;
  const entered = new Proxy(engine, {
    get(target, key) {
      const member = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      if (key === 'free') return () => freeing(moduleObject, () => target.free());
      return (...args) => {
        const result = guarded(moduleObject, () => member.apply(target, args));
        if (key === 'look') return lookOf(entered, host.look);
        return HANDED_OVER.includes(key) ? host.take(result) : result;
      };
    },
  });
  return entered;
}

function lookOf(engine, look) {
  const { number } = look;
  return { ...look, undoStack: () => engine.undoStack(number), deltalog: () => engine.deltalog(number), forget: () => engine.forgetLooks(number, number) };
}
