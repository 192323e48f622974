import { useState, type SubmitEvent } from 'react';
import type { LobbyActions, LobbyState } from 'rondel/react';
import { Choice } from './Choice.tsx';
import type { GameModule } from './game-module.ts';
import { navigate } from './route.ts';
import { Rules } from './Rules.tsx';
import { hasFreeSeat, textOfPlayers } from './texts.ts';

interface Props {
  module: GameModule;
  lobby: LobbyState & LobbyActions;
}

/** The matches of one game, and a form for a new one. */
export function Lobby({ module, lobby }: Props) {
  const { game: { name: gameName }, title, summary } = module;
  const { matches, ownSeats, isLoading, isBusy, hasMore, join, showMore } = lobby;
  const isOwn = (matchID: string) => ownSeats.some((seat) => seat.matchID === matchID);
  const listed = matches.filter((match) => match.gameName === gameName);

  async function joinMatch(matchID: string) {
    if (await join(gameName, matchID)) navigate({ gameName, matchID });
  }

  return (
    <>
      <h1>{title}</h1>
      <p>{summary} <Rules module={module} /></p>
      <NewMatch module={module} lobby={lobby} joinMatch={joinMatch} />
      <h2>Matches</h2>
      {!isLoading && listed.length === 0 && <p>There are no matches yet.</p>}
      <ul className="matches">
        {listed.map((match) => {
          const { matchID, gameover } = match;
          const isFree = hasFreeSeat(match) && !isOwn(matchID);
          return (
            <li key={matchID}>
              <span>{textOfPlayers(match)}{gameover ? ' (over)' : ''}</span>
              {isFree && <button type="button" disabled={isBusy} onClick={() => joinMatch(matchID)}>Join</button>}
              <button type="button" onClick={() => navigate({ gameName, matchID })}>{isOwn(matchID) ? 'Go on' : 'Watch'}</button>
            </li>
          );
        })}
      </ul>
      {hasMore && <button type="button" onClick={showMore}>More matches</button>}
    </>
  );
}

function NewMatch({ module, lobby, joinMatch }: Props & { joinMatch: (matchID: string) => Promise<void> }) {
  const { game: { name: gameName }, players: { min, max }, options = [], bot } = module;
  const { playerName, isBusy, create, rename } = lobby;
  const [numPlayers, setNumPlayers] = useState(min);
  const [bots, setBots] = useState(0);
  const [setupData, setSetupData] = useState(() => Object.fromEntries(options.map(({ name, choices }) => [name, choices[0].value])));

  async function start(event: SubmitEvent) {
    event.preventDefault();
    // Bots have the last seats. The player takes the first one.
    const seats = Array.from({ length: bots }, (_, at) => [String(numPlayers - 1 - at), bot!]);
    const matchID = await create(gameName, { numPlayers, setupData, bots: Object.fromEntries(seats), botsTakeOver: bot });
    if (matchID !== undefined) await joinMatch(matchID);
  }

  function choosePlayers(number: number) {
    setNumPlayers(number);
    setBots(Math.min(bots, number - 1));
  }

  return (
    <form className="row" onSubmit={start}>
      <label>
        Your name
        <input key={playerName} defaultValue={playerName} maxLength={30} required onBlur={({ target }) => target.value && rename(target.value)} />
      </label>
      {min < max && <Choice label="Players" value={numPlayers} choices={numbers(min, max)} choose={choosePlayers} />}
      {bot && <Choice label="Bots" value={bots} choices={numbers(0, numPlayers - 1)} choose={setBots} />}
      {options.map(({ name, label, choices }) => (
        <Choice key={name} label={label} value={setupData[name]} choices={choices} choose={(value) => setSetupData({ ...setupData, [name]: value })} />
      ))}
      <button type="submit" className="primary" disabled={isBusy}>New match</button>
    </form>
  );
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => ({ value: from + at, label: String(from + at) }));
