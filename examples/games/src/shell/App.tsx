import { useEffect } from 'react';
import { useLobby } from 'rondel/react';
import { modules } from '../modules.ts';
import { Lobby } from './Lobby.tsx';
import { hashOf, useRoute } from './route.ts';
import { Table } from './Table.tsx';

const games = modules.map(({ game }) => game);

/** The page: the list of games, the lobby of a game, or a match. The address decides. */
export function App() {
  const { gameName, matchID } = useRoute();
  const lobby = useLobby({ games });
  const { seat, goTo, exitMatch, error } = lobby;
  const module = modules.find(({ game }) => game.name === gameName);
  const isKnown = module !== undefined;

  useEffect(() => {
    if (isKnown && matchID !== undefined) goTo(gameName, matchID);
    else exitMatch();
  }, [isKnown, gameName, matchID, goTo, exitMatch]);

  return (
    <main>
      <nav aria-label="Pages">
        <a href={hashOf({})}>Games</a>
        {module && matchID !== undefined && <a href={hashOf({ gameName })}>{module.title}</a>}
      </nav>
      {!module && <Games />}
      {module && matchID === undefined && <Lobby key={gameName} module={module} lobby={lobby} />}
      {module && seat?.matchID === matchID && seat && <Table key={matchID} module={module} lobby={lobby} seat={seat} />}
      <p role="alert">{error}</p>
    </main>
  );
}

function Games() {
  return (
    <>
      <h1>Games</h1>
      <ul className="games">
        {modules.map(({ game, title, summary }) => (
          <li key={game.name}>
            <a href={hashOf({ gameName: game.name })}><b>{title}</b> <span>{summary}</span></a>
          </li>
        ))}
      </ul>
    </>
  );
}
