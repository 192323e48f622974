import { useEffect, useRef } from 'react';
import { useEffectListener, useEffectQueue, usePending } from 'rondel/react';
import type { TableProps } from '../shell/game-module.ts';
import { Bids } from './bids.tsx';
import { Face } from './face.tsx';
import type { game } from './game.ts';
import { Hand } from './hand.tsx';
import { leftOf, nextToBid, nextToPlay, rotated, roundOf } from './round.ts';
import { Scores } from './scores.tsx';
import { Seats } from './seats.tsx';
import { counted, textOfBids, textOfLast, textOfStatus, textOfTrump } from './texts.ts';
import './style.css';

export function Board(props: TableProps<typeof game>) {
  const { client, moves, playerID, names, announce } = props;
  const table = useRef<HTMLDivElement>(null);
  const hand = useRef<HTMLUListElement>(null);
  // The next state waits until the cards lie on the table.
  const { state, skip } = useEffectQueue(client);
  const isWaiting = usePending(client) > 0;
  const { G, ctx } = state ?? props;
  const { phase, playOrder } = ctx;
  const viewer = { playerID, names };
  const status = textOfStatus(G, ctx, viewer);
  const last = textOfLast(G, ctx, viewer);

  useEffect(() => announce(`${last} ${status}`), [announce, last, status]);

  const animate = (card: string, frames: Keyframe[], duration: number) =>
    table.current?.querySelector(`.around [data-card="${card}"]`)?.animate(frames, { duration, easing: 'ease-out' });
  useEffectListener(client, 'play', ({ playerID: by, card }, { duration }) => {
    const from = by === playerID ? '4rem' : '-2rem';
    const animation = animate(card, [{ transform: `translateY(${from})`, opacity: 0 }, {}], duration);
    return () => animation?.cancel();
  });
  useEffectListener(client, 'take', ({ playerID: by }, { duration }) => {
    const taken = G.tricks.at(-1)?.plays.find((play) => play.playerID === by);
    const animation = taken && animate(taken.card, [{}, { transform: 'scale(1.15)', offset: 0.3 }, {}], duration / 2);
    return () => animation?.cancel();
  });

  const next = phase === 'bid' ? nextToBid(G, playOrder) : phase === 'play' && !ctx.gameover ? nextToPlay(G, playOrder) : null;
  // A predicted move leaves the turn as it is.
  const isNext = next === playerID && ctx.currentPlayer === playerID && !isWaiting;

  // The viewer is the last one, next to their hand.
  const around = playerID === null ? playOrder : rotated(playOrder, leftOf(playerID, playOrder));

  /** Makes a move, and shows it at once. */
  function act(move: () => void) {
    skip();
    move();
    // The button disappears. The focus stays on the board.
    hand.current?.focus({ preventScroll: true });
  }

  return (
    <div className="oh-hell" ref={table}>
      <div className="facts">
        <span className="turn-up">{G.turnUp && <Face card={G.turnUp} />}</span>
        <span>
          <b>{textOfTrump(G)}</b><br />
          {textOfBids(G)}
        </span>
        <span>Round {roundOf(G) + 1} of {G.sizes.length}</span>
      </div>
      <Seats G={G} around={around} names={names} next={next} />
      <p className="status">{status}</p>
      {playerID !== null && (
        <>
          <Hand ref={hand} G={G} playerID={playerID} isNext={phase === 'play' && isNext} play={(card) => act(() => moves.play(card))} />
          {phase === 'bid' && isNext && <Bids G={G} playerID={playerID} bid={(bid) => act(() => moves.bid(bid))} />}
          {phase === 'score' && !ctx.gameover && !G.ready.includes(playerID) && (
            <Result points={G.results.at(-1)?.points[playerID] ?? 0} go={() => act(() => moves.ready())} />
          )}
        </>
      )}
      <Scores G={G} around={around} names={names} />
    </div>
  );
}

/** The player's points in the last round, and the button to go on. */
function Result({ points, go }: { points: number; go: () => void }) {
  return (
    <p className="result">
      <b>You get {counted(points, 'point')}.</b>
      <button type="button" className="primary" onClick={go}>Next round</button>
    </p>
  );
}
