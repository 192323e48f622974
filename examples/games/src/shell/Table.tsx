import { useMemo, useState } from 'react';
import type { PlayerID } from 'rondel';
import { SocketIO } from 'rondel/multiplayer';
import { useClient, useClock, useGame, useMatchData, useRefusal, type LobbyActions, type LobbySeat } from 'rondel/react';
import { Chat } from './Chat.tsx';
import type { GameModule } from './game-module.ts';
import { Leave } from './Leave.tsx';
import { copyLink, navigate } from './route.ts';
import { Rules } from './Rules.tsx';
import { Seats } from './Seats.tsx';
import { namesOf, textOfConnection, textOfRefusal } from './texts.ts';

const multiplayer = SocketIO({ create: false });

interface Props {
  module: GameModule;
  lobby: LobbyActions;
  seat: LobbySeat;
}

/** A match of the server: its board, and what all games share. */
export function Table({ module, lobby, seat }: Props) {
  const { game, Board, rematch } = module;
  const { matchID, playerID, credentials } = seat;
  const client = useClient({ game, multiplayer, matchID, playerID, credentials });
  const { moves, canMove, legalMoves } = client;
  const state = useGame(client);
  const players = useMatchData(client);
  const refusal = useRefusal(client);
  const [spoken, announce] = useState('');
  const [copied, setCopied] = useState('');
  const names = useMemo(() => namesOf(players ?? [], playerID), [players, playerID]);
  const useTimeLeft = useMemo(() => (id?: PlayerID) => useClock(client, id), [client]);
  const isFree = players?.some(({ name }) => name === undefined);

  async function leave() {
    await lobby.leave();
    navigate({ gameName: game.name });
  }

  async function playAgain() {
    const next = await lobby.playAgain(rematch && { setupData: rematch(client.getState()?.G) });
    if (next) navigate(next as { gameName: string; matchID: string });
  }

  const isPlayer = playerID !== null;
  const isOver = state?.ctx.gameover !== undefined;
  return (
    <div className="table">
      <header className="row">
        <h1>{module.title}</h1>
        <Rules module={module} />
        <button type="button" onClick={async () => setCopied(await copyLink())}>Copy link</button>
        {!isPlayer && isFree && <button type="button" className="primary" onClick={() => lobby.join(game.name, matchID)}>Join</button>}
        {isPlayer && <Leave hasBot={module.bot !== undefined} isOver={isOver} leave={leave} />}
        {isOver && (isPlayer || client.nextMatchID) && (
          <button type="button" className="primary" onClick={playAgain}>{client.nextMatchID ? 'To the rematch' : 'Rematch'}</button>
        )}
      </header>
      <Seats players={players} names={names} />
      <p className="connection" role="status">{client.connection.status === 'connected' ? '' : textOfConnection(client.connection)} {copied}</p>
      <p className="hidden" role="status">{spoken}</p>
      <section className="board" aria-label="Board">
        {state && players && <Board {...state} {...{ moves, canMove, legalMoves, playerID, client, names, announce, useTimeLeft }} />}
        <p role="alert">{refusal && textOfRefusal(refusal)}</p>
      </section>
      <Chat client={client} playerID={playerID} names={names} />
    </div>
  );
}
