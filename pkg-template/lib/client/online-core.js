import {
  PREDICTION_DONE, PREDICTION_DOUBTED, PREDICTION_IN_PART, PREDICTION_REFUSED, PREDICTION_WAITS,
} from '../engine/codes.js';
import { loadEngine } from '../engine/load-engine.js';
import { ValueTable } from '../engine/value-table.js';
import { PASSED_OVER } from './online-errors.js';

/**
 * The module's half of an online client: what is confirmed, what is pending, what to send and when. States, actions and
 * errors go to it as numbers, and come back from it as what they are.
 *
 * What it asks for is done after it has changed: if that threw, it would be ahead of its client. So nothing of that
 * throws, and a call that throws has done nothing.
 *
 * Its instance may fail, by whichever match in it. What this client has confirmed and what waits is kept here as well, and
 * another instance goes on from there.
 *
 * @typedef {object} Client what the module asks for and what it does
 * @property {() => number} now
 * @property {(state: any, action: any) => import('./predictor.js').Predicted | void} predict
 * @property {(one: object, other: object) => boolean} isSame
 * @property {(action: any, made: Made) => void} send
 * @property {(seq: number, error?: object) => void} resolve
 * @property {(next: object | null) => void} publish
 * @property {() => void} requestSync
 * @property {(why: object | string) => void} refuse
 * @property {(action: any) => boolean} leavesTrace
 *
 * @typedef {object} Made how an action was made
 * @property {number} seen the state that the player saw
 * @property {number} seq its number; 0 for a master that answers nothing
 * @property {number} first the number of the first action that waits
 * @property {number} dependsOn the number of the one it depends on, or 0
 * @property {boolean} ahead whether it goes ahead of the state
 *
 * @param {Client} client
 */
export function makeOnlineCore(client) {
  /** @type {{ state: object, number: number } | undefined} */
  let confirmed;
  /** By number, the actions that have no answer. */
  const unanswered = new Map();
  let [last, isConnected, isSilent] = [0, false, false];
  /** What was sent last to a master that answers nothing, and gets one action at a time; and in which state. */
  /** @type {{ action?: object, seen: number }} */
  let sentInSilence = { seen: -1 };
  let present = open();

  return {
    submit(action, now) {
      const seq = ask(({ core, table }) => core.submit(table.keep(action), now), () => numberOf(action));
      if (seq > 0 && !unanswered.has(seq)) note(seq, { action, seen: confirmed?.number ?? 0, dependsOn: 0, ahead: false });
      return seq;
    },
    /** `refused` lists numbers of actions, each followed by the error. Whether the state is taken. */
    receive(state, { number, last: answered, refused, isWhole }, now) {
      const isTaken = ask(({ core, table }) => {
        table.list = [refused.length / 2, ...refused];
        return Boolean(core.receive(table.keep(state), number, answered, isWhole, now));
      });
      if (isTaken) [confirmed, isSilent] = [{ state, number }, answered < 0];
      return isTaken;
    },
    forget(error) {
      try {
        ask(({ core, table }) => core.forget(table.keep(error)));
      } catch (thrown) {
        if (!present.core.isRetired) throw thrown;
        // There is no room for another instance: what waits is given up all the same.
        for (const seq of [...unanswered.keys()]) answer(seq, error);
        client.publish(null);
      }
      confirmed = undefined;
    },
    /** An action cannot be sent; its number is 0 if it is the first that waits. */
    reject: (seq, error, now) => ask(({ core, table }) => core.reject(seq, table.keep(error), now)),
    connect(isThere, now) {
      isConnected = isThere;
      ask(({ core }) => core.connect(isThere, now));
    },
    fits: (base, number) => ask(({ core }) => core.fits(base, number)),
    miss: (now) => ask(({ core }) => core.miss(now)),
    mendGap: (now) => ask(({ core }) => core.mendGap(now)),
    wake: (now) => ask(({ core }) => core.wake(now)),
    deadline: () => ask(({ core }) => core.deadline()),
    pending: () => ask(({ core }) => core.pending()),
    isPredicted: (seq) => ask(({ core }) => Boolean(core.isPredicted(seq))),
    free: () => present.core.free(),
  };

  /**
   * Asks the module; if its instance fails, another one, that goes on from what is known here.
   *
   * @template T
   * @param {(present: { core: any, table: ValueTable }) => T} question
   * @param {() => T | undefined} [outcome] what has come of it before the instance failed; nothing, if it is to be asked again
   */
  function ask(question, outcome) {
    const asked = present;
    try {
      return question(asked);
    } catch (error) {
      if (!asked.core.isRetired) throw error;
      if (asked === present) resume();
      return outcome?.() ?? question(present);
    }
  }

  function resume() {
    present = open();
    const { core, table } = present;
    const made = [...unanswered].flatMap(([seq, { action, seen, dependsOn, ahead }]) => {
      return [seq, action, seen, dependsOn, ahead, action === sentInSilence.action ? sentInSilence.seen : -1];
    });
    table.list = [unanswered.size, ...made];
    core.resume(table.keep(confirmed?.state), confirmed?.number ?? 0, last, isConnected, isSilent, client.now());
  }

  function answer(seq, error) {
    unanswered.delete(seq);
    client.resolve(seq, error);
  }

  function note(seq, made) {
    unanswered.set(seq, made);
    last = Math.max(last, seq);
  }

  /** Of an action that has been numbered. */
  function numberOf(action) {
    return [...unanswered].find(([, made]) => made.action === action)?.[0];
  }

  function open() {
    const table = new ValueTable();
    const host = Object.assign(table, {
      predict(state, action) {
        const outcome = client.predict(table.kept(state), table.kept(action));
        if (!outcome) return PREDICTION_WAITS;
        const { state: next, entered, isPart, error, isDoubted } = outcome;
        if (isDoubted) return PREDICTION_DOUBTED;
        table.list = error ? [error] : [next, entered ? 1 : 0];
        if (error) return PREDICTION_REFUSED;
        return isPart ? PREDICTION_IN_PART : PREDICTION_DONE;
      },
      isSame(one, other) {
        try {
          return client.isSame(table.kept(one), table.kept(other)) ? 1 : 0;
        } catch {
          // What is too deep to be compared is shown.
          return 0;
        }
      },
      send(id, ...made) {
        const action = table.kept(id);
        const [seen, seq, first, dependsOn, ahead] = made;
        if (seq > 0) note(seq, { action, seen, dependsOn, ahead });
        else sentInSilence = { action, seen };
        client.send(action, { seen, seq, first, dependsOn, ahead });
      },
      resolve: (seq, error) => answer(seq, table.kept(error)),
      publish: (next) => client.publish(table.kept(next)),
      requestSync: () => client.requestSync(),
      refuse: (error) => client.refuse(table.kept(error)),
      refuseBecause: (message) => client.refuse(message),
      leavesTrace: (action) => (client.leavesTrace(table.kept(action)) ? 1 : 0),
      passedOver: () => table.keep({ ...PASSED_OVER }),
    });
    return { table, core: loadEngine().OnlineClient.make(host) };
  }
}
