import { useEffect, useState } from 'react';
import { useLobby } from 'rondel/react';
import { matchInAddress, showInAddress } from './address.ts';
import { AgainstBots } from './AgainstBots.tsx';
import { GAME_NAME, game } from './game.ts';
import { Lobby } from './Lobby.tsx';
import { OnlineMatch } from './OnlineMatch.tsx';

const invitation = matchInAddress();

export function App() {
  const [isAlone, setAlone] = useState(false);
  const lobby = useLobby({ games: [game] });
  const { seat, goTo } = lobby;
  const matchID = seat?.matchID;

  useEffect(() => {
    if (invitation) goTo(GAME_NAME, invitation);
  }, [goTo]);
  useEffect(() => showInAddress(matchID), [matchID]);

  return (
    <main>
      <h1>Last card</h1>
      {seat && <OnlineMatch key={matchID} lobby={lobby} seat={seat} />}
      {!seat && (
        <>
          <button type="button" onClick={() => setAlone(!isAlone)}>{isAlone ? 'Play online' : 'Play here, against bots'}</button>
          {isAlone ? <AgainstBots /> : <Lobby lobby={lobby} />}
        </>
      )}
      <p role="alert">{lobby.error}</p>
    </main>
  );
}
