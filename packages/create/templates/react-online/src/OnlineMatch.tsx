import { useState } from 'react';
import type { PlayerID } from 'rondel';
import { SocketIO } from 'rondel/multiplayer';
import { useClient, useGame, useMatchData, type LobbyActions, type LobbySeat } from 'rondel/react';
import { copyLink } from './address.ts';
import { GAME_NAME, game } from './game.ts';
import { Table } from './Table.tsx';
import { textOfConnection } from './texts.ts';

const multiplayer = SocketIO({ create: false });

interface Props {
  lobby: LobbyActions;
  seat: LobbySeat;
}

/** A match of the server: its table, and what a player can do besides moves. */
export function OnlineMatch({ lobby, seat }: Props) {
  const { matchID, playerID, credentials } = seat;
  const client = useClient({ game, multiplayer, matchID, playerID, credentials });
  const players = useMatchData(client);
  const connection = useGame(client, () => client.connection);
  const isOver = useGame(client, (state) => state?.ctx.gameover !== undefined);
  const [copied, setCopied] = useState('');
  const nameOf = (id: PlayerID) => (id === playerID ? 'You' : players?.[Number(id)]?.name ?? 'Free seat');
  const isFree = players?.some(({ name }) => name === undefined);

  return (
    <>
      <div className="row">
        <button type="button" onClick={lobby.exitMatch}>All matches</button>
        <button type="button" onClick={async () => setCopied(await copyLink(matchID))}>Copy link</button>
        {playerID === null && isFree && <button type="button" onClick={() => lobby.join(GAME_NAME, matchID)}>Join</button>}
        {playerID !== null && <button type="button" onClick={lobby.leave}>Leave</button>}
        {playerID !== null && isOver && <button type="button" onClick={() => lobby.playAgain()}>Play again</button>}
      </div>
      <p className="connection" role="status">{textOfConnection(connection)}. {copied}</p>
      <Table client={client} nameOf={nameOf} />
    </>
  );
}
