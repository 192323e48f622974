import { useState, type SubmitEvent } from 'react';
import type { LobbyActions, LobbyState } from 'rondel/react';
import { Choice } from './Choice.tsx';
import { GAME_NAME } from './game.ts';
import { botsAt, hasFreeSeat, playersText } from './matches.ts';

/** The matches of the server, and a form for a new one. */
export function Lobby({ lobby }: { lobby: LobbyState & LobbyActions }) {
  const { matches, ownSeats, playerName, isLoading, isBusy, hasMore, create, join, goTo, rename, showMore } = lobby;
  const [numPlayers, setNumPlayers] = useState(2);
  const [bots, setBots] = useState(0);
  const isOwn = (matchID: string) => ownSeats.some((seat) => seat.matchID === matchID);

  async function start(event: SubmitEvent) {
    event.preventDefault();
    const matchID = await create(GAME_NAME, { numPlayers, bots: botsAt(numPlayers, bots) });
    if (matchID !== undefined) await join(GAME_NAME, matchID);
  }

  function choosePlayers(number: number) {
    setNumPlayers(number);
    setBots(Math.min(bots, number - 1));
  }

  return (
    <>
      <form className="row" onSubmit={start}>
        <label>
          Your name
          <input key={playerName} defaultValue={playerName} maxLength={30} required onBlur={({ target }) => target.value && rename(target.value)} />
        </label>
        <Choice label="Players" value={numPlayers} values={[2, 3, 4]} choose={choosePlayers} />
        <Choice label="Bots" value={bots} values={[0, 1, 2, 3].slice(0, numPlayers)} choose={setBots} />
        <button type="submit" disabled={isBusy}>New match</button>
      </form>
      <h2>Matches</h2>
      {!isLoading && matches.length === 0 && <p>There are no matches yet.</p>}
      <ul className="matches">
        {matches.map((match) => {
          const isFree = hasFreeSeat(match) && !isOwn(match.matchID);
          return (
            <li key={match.matchID}>
              <span>{playersText(match)}{match.gameover ? ' (over)' : ''}</span>
              {isFree && <button type="button" disabled={isBusy} onClick={() => join(GAME_NAME, match.matchID)}>Join</button>}
              <button type="button" onClick={() => goTo(GAME_NAME, match.matchID)}>{isOwn(match.matchID) ? 'Go on' : 'Watch'}</button>
            </li>
          );
        })}
      </ul>
      {hasMore && <button type="button" onClick={showMore}>More matches</button>}
    </>
  );
}
