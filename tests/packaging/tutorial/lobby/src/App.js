import { Lobby } from 'boardgame.io/react';
import { TicTacToe } from './Game';
import { TicTacToeBoard } from './Board';

const App = () => (
  <div>
    <h1>Lobby</h1>
    <Lobby
      gameServer={`https://${window.location.hostname}:8000`}
      lobbyServer={`https://${window.location.hostname}:8000`}
      gameComponents={[
        { game: TicTacToe, board: TicTacToeBoard }
      ]}
    />
  </div>
);

export default App;
