import { running } from '../engine/busy.js';
import { versionOf } from '../engine/version.js';
import { rulesOf } from '../game/rules.js';
import { unprocessed } from '../game/source.js';
import { REAL_TIME } from '../util/clock.js';
import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { randomID } from '../util/random-id.js';
import { reportUncaught } from '../util/print.js';
import { ConfirmedMatch } from './confirmed-match.js';
import { DISPOSED } from './create-client.js';
import { OnlineActions } from './online-actions.js';
import { OnlineEngine } from './online-engine.js';
import { OnlineConnection } from './online-connection.js';
import { OnlineMatch } from './online-match.js';
import { makeOnlineStore } from './online-store.js';
import { seatText } from './players.js';
import { PREDICTED, PREDICTIONS } from './predictions.js';
import { obstacleAfter, obstacleOnline } from './runaway.js';
import { makeWakeTimer } from './wake-timer.js';
import { makeWorkQueue } from './work-queue.js';

/**
 * What an online client does, one piece at a time. Subscribers are notified once, at the end of each piece, if anything is new.
 *
 * @typedef {object} Work
 * @property {(work: (now: number) => void) => void} call does all that waits, and then throws what the first piece has thrown
 * @property {<T>(ask: () => T) => T} during returns what `ask` returns; work that is added meanwhile waits until then
 * @property {(isNew?: boolean) => void} note notes that there is something new to show
 */

/**
 * A match on a master, which it reaches through a transport.
 *
 * @param {import('../online/transports/transport.js').Transport & { clock?: any, isImmediate?: boolean, isPlain?: boolean, requestLog?: (before: number) => void }} transport
 * @param {import('./create-client.js').SessionOwner} client
 * @returns {import('./create-client.js').Session}
 */
export function openOnlineSession(transport, client) {
  const { options: { game, predict = client.rules.settings.predict ?? 'moves' } } = client;
  const source = unprocessed(game);
  const clock = transport.clock ?? REAL_TIME;
  const development = isDevelopment();
  const depth = checkedDepth(predict);
  const session = randomID();
  let hasNews = false;
  const { call, during } = makeWorkQueue({ now: () => clock.now(), between: announce, after: setTimer });
  const work = { call, during, note: (isNew = true) => { hasNews ||= isNew; } };
  const timer = makeWakeTimer(clock, () => runCaught(wake));

  const engine = new OnlineEngine(rulesOf(source), {
    // A master in the page answers before a prediction could show. In development actions are predicted all the same.
    depth: !development && transport.isImmediate ? 'none' : depth,
    seat: seatText(client.playerID),
    now: () => clock.now(),
    handlers: {
      send: (action, made) => actions.send(action, made),
      resolve: (seq, error) => actions.resolve(seq, error),
      waits: (name, why, thrown) => actions.explain(name, why, thrown),
      publish: (next) => match.show(next),
      requestSync: () => connection.requestSync(match.confirmed.state === null),
    },
  });
  const connection = new OnlineConnection(transport, client, {
    changed: (isUp) => runCaught((now) => {
      engine.connect(isUp, now);
      match.noteTransport();
    }),
    unsendable: (method, message, why) => runCaught((now) => actions.giveUp(method, message, why, now)),
  });
  const actions = new OnlineActions(client, { session, engine, connection, match: () => match, work, isImmediate: transport.isImmediate });
  const { chat } = actions;
  const confirmed = new ConfirmedMatch({ engine, chat, session, development, version: versionOf(client.rules) });
  const match = new OnlineMatch(client, { transport, engine, connection, actions, confirmed, work, depth });

  connection.listen();

  const act = (made, args) => actions.act(made, args);
  const receive = (data, isPlain) => runCaught((now) => match.take(data, isPlain, now));
  return {
    names: engine.names,
    match: confirmed,
    stored: makeOnlineStore(client, {
      names: engine.names,
      shown: () => match.shown,
      seat: () => ({ matchID: match.matchID, playerID: match.seat }),
      matchData: () => confirmed.matchData,
      act,
      receive: (data) => receive(data, false),
    }),
    readState: (preview) => match.read(preview),
    act,
    canMove: (name, _id, args) => match.canMove(name, args),
    isPlaying: () => running.game === source,
    obstacleTo: obstacleOnline,
    isStarted: () => connection.isStarted,
    connection: () => connection.now(),
    start: () => connection.start(),
    stop: () => match.stop(),
    reconnect: () => connection.reconnect(),
    sendChatMessage: (payload) => actions.sendChatMessage(payload),
    dispose: () => call(end),
    updatePlayerID: (id) => match.updatePlayerID(id),
    updateMatchID: (id) => match.updateMatchID(id),
    updateCredentials(value) {
      if (value !== client.credentials) confirmed.isAdmitted = false;
      connection.updateCredentials(value);
    },
    receive: (data) => receive(data, transport.isPlain),
  };

  /** Does work for the transport or the clock. Neither would catch what is thrown. */
  function runCaught(piece) {
    if (client.isDisposed) return;
    try {
      call((now) => {
        if (client.isDisposed) return;
        piece(now);
        match.askForLog(now);
      });
    } catch (error) {
      if (!obstacleAfter(error, client.announce)) reportUncaught(error);
    }
  }

  function announce() {
    const isState = hasNews;
    hasNews = false;
    connection.announce(isState);
  }

  function setTimer() {
    if (client.isDisposed) return;
    const deadline = engine.deadline();
    const ofRest = Math.min(match.logDeadline(), connection.isThere ? chat.deadline() : Infinity);
    timer.set(ofRest === Infinity || deadline <= ofRest ? deadline : ofRest, actions.size > 0);
  }

  function wake(now) {
    engine.wake(now);
    if (connection.isThere) chat.wake(now);
  }

  function end() {
    if (client.isDisposed) return;
    client.isStale = true;
    match.noteLast();
    client.end();
    actions.forget(DISPOSED);
    connection.end();
    timer.stop();
    engine.free();
  }
}

/** How far a client predicts: one of `'moves'`, `'flow'` and `'none'`. */
function checkedDepth(depth) {
  if (PREDICTIONS.includes(depth)) return depth;
  throw rondelError('client/predict', `predict: expected ${PREDICTED}`);
}
