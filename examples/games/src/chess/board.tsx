import { useEffect, useState } from 'react';
import type { PlayerID } from 'rondel';
import type { TableProps } from '../shell/game-module.ts';
import { Actions } from './actions.tsx';
import { CLOCKS, colorOf, otherPlayer } from './game.ts';
import type { game } from './game.ts';
import { Grid } from './grid.tsx';
import { MoveList } from './moves.tsx';
import { Player } from './player.tsx';
import { textOfMove, textOfStatus } from './texts.ts';
import './style.css';

/** Uses no hook of Rondel, so that it is also a board of boardgame.io. */
export function Board(props: TableProps<typeof game>) {
  const { G, ctx, moves, playerID, names, announce, useTimeLeft } = props;
  const [isTurned, turn] = useState(false);
  const last = G.moves.at(-1);
  const isFlipped = (playerID !== null && colorOf(G, playerID) === 'b') !== isTurned;
  const bottom = isFlipped ? otherPlayer(G.white) : G.white;
  const isNext = playerID !== null && ctx.currentPlayer === playerID && !ctx.gameover;
  const status = textOfStatus(G, ctx.currentPlayer, playerID, names);

  useEffect(() => { announce(last ? `${textOfMove(last)} ${status}` : status); }, [announce, last?.san, G.moves.length, status]);

  const player = (id: PlayerID) => (
    <Player
      useTimeLeft={useTimeLeft}
      playerID={id}
      name={names[id]}
      color={colorOf(G, id)}
      moves={G.moves}
      firstTime={CLOCKS[G.clock]?.bank}
      isNext={!ctx.gameover && ctx.currentPlayer === id}
    />
  );

  return (
    <div className="chess">
      <div className="field">
        {player(otherPlayer(bottom))}
        <Grid fen={G.fen} movable={isNext ? colorOf(G, playerID) : null} isFlipped={isFlipped} last={last} play={(step) => moves.move(step)} />
        {player(bottom)}
      </div>
      <div className="side">
        <p className="status">{status}</p>
        <MoveList moves={G.moves} />
        <div className="row">
          <button type="button" onClick={() => turn(!isTurned)}>Flip board</button>
          {playerID !== null && !ctx.gameover && <Actions G={G} moves={moves} playerID={playerID} isNext={isNext} />}
        </div>
      </div>
    </div>
  );
}
