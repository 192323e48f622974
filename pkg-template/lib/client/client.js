// First, because it brings the inlined engine: all of Rondel's JavaScript follows it in a bundle, in one piece. See
// docs/decisions/12-inlined-as-text.md.
import { openMatch } from '../game/match.js';
import { createClient } from './create-client.js';
import { openLocalSession } from './local-session.js';
import { idText, matchOf } from './players.js';
import { rulesOf } from '../game/rules.js';
import { rondelError } from '../util/error.js';
import { ONLINE } from '../util/marks.js';

/**
 * A match of a game, in boardgame.io's shape: `moves`, `events`, `getState()`, `subscribe()` and the rest. The client
 * answers synchronously. It is an object of closures, so that it may be taken apart, put into reactive state and called
 * with or without `new`. Tests may put methods of their own into it, which the match inside does not call.
 *
 * @param {import('../../client.d.ts').ClientOpts<any, any, any>} options
 * @throws {Error} if the game's definition has a mistake; the message begins with the path of the field
 */
export function Client(options) {
  const given = options ?? /** @type {any} */ ({});
  return createClient(given, given.multiplayer ? connect(given) : (client) => openLocalSession(client, openMatch));
}

/**
 * What opens the session of a match that is somewhere else. The code that it needs comes with the transport.
 *
 * @param {import('../../client.d.ts').ClientOpts<any, any, any>} options
 */
function connect({ game, multiplayer, matchID, playerID, credentials, numPlayers }) {
  if (typeof multiplayer !== 'function') throw noTransport();
  const rules = rulesOf(game);
  let session;
  const transport = multiplayer({
    // A transport that has something to say while it is being made is asked again when it connects.
    transportDataCallback: (data) => session?.receive(data),
    gameKey: rules.game,
    game: rules.game,
    gameName: rules.name,
    matchID: idText(matchOf(matchID)),
    playerID: idText(playerID),
    credentials,
    numPlayers,
  });
  const open = transport?.[ONLINE];
  if (!open) throw noTransport();
  return (client) => (session = { ...open.call(transport, client), transport });
}

function noTransport() {
  return rondelError('client/multiplayer', 'multiplayer: expected what Local() or SocketIO({ server }) answers, or a function that makes a Transport');
}
