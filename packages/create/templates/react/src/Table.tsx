import { useRef } from 'react';
import type { PlayerID } from 'rondel';
import { useGame, useRefusal } from 'rondel/react';
import { isRed, nameOfCard, type Card } from './cards.ts';
import { textOfRefusal, textOfTurn } from './texts.ts';
import { cardsOf, deckSize, handSize, topCard, type GameClient } from './view.ts';

interface Props {
  client: GameClient;
  nameOf: (id: PlayerID) => string;
}

/** The board: what the client's player sees of a match, and their moves. */
export function Table({ client, nameOf }: Props) {
  const state = useGame(client);
  const refusal = useRefusal(client);
  const hand = useRef<HTMLUListElement>(null);
  if (!state) return null;
  const { G, ctx } = state;
  const { playerID = null } = client;
  const top = topCard(G);

  function play(card: Card) {
    const { status } = client.moves.play(card);
    // The button of a played card disappears. The focus stays in the hand.
    if (status !== 'rejected') hand.current?.focus();
  }

  return (
    <section className="table" aria-label="Table">
      <p role="status">{textOfTurn(state, playerID, nameOf)}</p>
      <ul className="players" aria-label="Players">
        {ctx.playOrder.map((id) => (
          <li key={id} className={id === ctx.currentPlayer && !ctx.gameover ? 'next' : undefined}>
            {nameOf(id)} <span>{handSize(G, id)} cards</span>
          </li>
        ))}
      </ul>
      <div className="middle">
        <button type="button" className="card back" disabled={playerID === null} onClick={() => client.moves.draw()}>
          {deckSize(G) > 0 ? 'Draw' : 'Pass'} <small>{deckSize(G)} left</small>
        </button>
        {top && <div className={cardClass(top)} role="group" aria-label="On top"><Face card={top} /></div>}
      </div>
      {playerID !== null && (
        <ul className="hand" aria-label="Your hand" ref={hand} tabIndex={-1}>
          {cardsOf(G, playerID).map((card) => (
            <li key={card}>
              <button type="button" className={cardClass(card, client.canMove('play', card))} onClick={() => play(card)}>
                <Face card={card} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="alert">{refusal && textOfRefusal(refusal)}</p>
    </section>
  );
}

/** A card. Screen readers read its name in place of its symbols. */
function Face({ card }: { card: Card }) {
  return <span role="img" aria-label={nameOfCard(card)}>{card}</span>;
}

const cardClass = (card: Card, isPlayable = false) => ['card', isRed(card) && 'red', isPlayable && 'playable'].filter(Boolean).join(' ');
