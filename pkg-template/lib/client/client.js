// First, because it brings the inlined engine: all of Rondel's JavaScript follows it in a bundle, in one piece. See
// docs/decisions/12-inlined-as-text.md.
import { numberOfPlayers } from '../engine/players.js';
import { openMatch } from '../game/match.js';
import { createClient } from './create-client.js';
import { openLocalSession } from './local-session.js';
import { idText, matchOf } from './players.js';
import { rulesOf } from '../game/rules.js';
import { rondelError } from '../util/error.js';
import { ONLINE } from '../util/marks.js';

/**
 * A match of a game, in boardgame.io's shape: `moves`, `events`, `getState()`, `subscribe()` and the rest. The client
 * responds synchronously. It is an object of closures, so that it may be destructured, put into reactive state and called
 * with or without `new`. Tests may replace methods of it; the match inside does not call those.
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
function connect({ game, multiplayer, matchID, playerID, credentials, numPlayers, setupData }) {
  if (typeof multiplayer !== 'function') throw noTransport();
  const rules = rulesOf(game);
  let session;
  const transport = multiplayer({
    // What a transport sends while it is being made is lost; it is asked for again when it connects.
    transportDataCallback: (data) => session?.receive(data),
    gameKey: rules.game,
    game: rules.game,
    gameName: rules.name,
    matchID: idText(matchOf(matchID)),
    playerID: idText(playerID),
    credentials,
    numPlayers: numberOfPlayers(numPlayers),
    setupData,
  });
  const open = transport?.[ONLINE];
  if (!open) throw noTransport();
  return (client) => (session = { ...open.call(transport, client), transport });
}

function noTransport() {
  return rondelError('client/multiplayer', 'multiplayer: expected what Local() or SocketIO({ server }) returns, or a function that makes a Transport');
}
