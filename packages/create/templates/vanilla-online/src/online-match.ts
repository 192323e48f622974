import type { PlayerID } from 'rondel';
import { Client, type LobbyActions, type LobbySeat } from 'rondel/client';
import { SocketIO } from 'rondel/multiplayer';
import { copyLink } from './address.ts';
import { button, el, setText, type Part } from './dom.ts';
import { GAME_NAME, game } from './game.ts';
import { makeTable } from './table.ts';
import { textOfConnection } from './texts.ts';

/** A match of the server: its table, and what a player can do besides moves. */
export function makeOnlineMatch(lobby: LobbyActions, { matchID, playerID, credentials }: LobbySeat): Part {
  const client = Client({ game, multiplayer: SocketIO({ create: false }), matchID, playerID, credentials });
  const isPlayer = playerID !== null;
  let copied = '';
  const copy = button('Copy link', async () => {
    copied = await copyLink(matchID);
    update();
  });
  const join = button('Join', () => lobby.join(GAME_NAME, matchID));
  const leave = button('Leave', lobby.leave);
  const again = button('Play again', () => lobby.playAgain());
  const connection = el('p', { className: 'connection', role: 'status' });
  const buttons = el('div', { className: 'row' }, button('All matches', lobby.exitMatch), copy, join, leave, again);
  client.subscribe(update);
  const table = makeTable(client, nameOf);
  update();
  return { element: el('div', {}, buttons, connection, table.element), remove: table.remove };

  function update() {
    setText(connection, `${textOfConnection(client.connection)}. ${copied}`);
    join.hidden = isPlayer || !client.matchData?.some(({ name }) => name === undefined);
    leave.hidden = !isPlayer;
    again.hidden = !isPlayer || client.getState()?.ctx.gameover === undefined;
  }

  function nameOf(id: PlayerID) {
    return id === playerID ? 'You' : client.matchData?.[Number(id)]?.name ?? 'Free seat';
  }
}
