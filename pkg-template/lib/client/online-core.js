import {
  PREDICTION_DONE, PREDICTION_DOUBTED, PREDICTION_IN_PART, PREDICTION_REFUSED, PREDICTION_WAITS,
} from '../engine/codes.js';
import { loadOnline } from '../engine/load-engine.js';
import { ValueTable } from '../engine/value-table.js';

/**
 * The module's half of an online client: what is confirmed, what is pending, what to send and when. States, actions and
 * errors go to it as numbers, and come back from it as what they are.
 *
 * What it asks for is done after it has changed: if that threw, it would be ahead of its client. So nothing of that
 * throws, and a call that throws has done nothing.
 *
 * @typedef {object} Client what the module asks for and what it does
 * @property {(state: object, action: object) => import('./predictor.js').Predicted | void} predict
 * @property {(one: object, other: object) => boolean} isSame
 * @property {(action: object, made: any[]) => void} send `made`: the state ID that the player saw, the action's number
 *   and that of the first that waits, the number of the one it depends on, and whether it goes ahead of the state
 * @property {(seq: number, error?: object) => void} resolve
 * @property {(next: object) => void} publish
 * @property {() => void} requestSync
 * @property {(why: object | string) => void} refuse
 * @property {(action: object) => boolean} leavesTrace
 * @property {() => object} passedOver
 *
 * @param {Client} client
 */
export function makeOnlineCore(client) {
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
    send: (action, ...made) => client.send(table.kept(action), made),
    resolve: (seq, error) => client.resolve(seq, table.kept(error)),
    publish: (next) => client.publish(table.kept(next)),
    requestSync: () => client.requestSync(),
    refuse: (error) => client.refuse(table.kept(error)),
    refuseBecause: (message) => client.refuse(message),
    leavesTrace: (action) => (client.leavesTrace(table.kept(action)) ? 1 : 0),
    passedOver: () => table.keep(client.passedOver()),
  });
  const core = loadOnline().OnlineClient.make(host);
  return {
    submit: (action, now) => core.submit(table.keep(action), now),
    /** `refused` lists numbers of actions, each followed by the error. Whether the state is taken. */
    receive(state, { number, last, refused, isWhole }, now) {
      table.list = [refused.length / 2, ...refused];
      return Boolean(core.receive(table.keep(state), number, last, isWhole, now));
    },
    forget: (error) => core.forget(table.keep(error)),
    /** An action cannot be sent; its number is 0 if it is the first that waits. */
    reject: (seq, error, now) => core.reject(seq, table.keep(error), now),
    connect: (isConnected, now) => core.connect(isConnected, now),
    fits: (base, number) => core.fits(base, number),
    miss: (now) => core.miss(now),
    mendGap: (now) => core.mendGap(now),
    wake: (now) => core.wake(now),
    deadline: () => core.deadline(),
    pending: () => core.pending(),
    isPredicted: (seq) => Boolean(core.isPredicted(seq)),
    free: () => core.free(),
    /** Whether the module has failed: each call throws then. */
    isRetired: () => core.isRetired,
  };
}
