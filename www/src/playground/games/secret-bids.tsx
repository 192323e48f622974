// Both players bid a card at the same time. Hands and bids are secret until both have chosen.
import { ActivePlayers, INVALID_MOVE, defineGame } from 'rondel/core';
import type { BoardProps } from 'rondel/react';

interface State {
  prizes: number[];
  points: Record<string, number>;
  last: Record<string, number> | null;
  players: Record<string, { hand: number[]; bid: number | null }>;
}

const CARDS = [1, 2, 3, 4, 5, 6];

export const game = defineGame({
  name: 'secret-bids',
  setup: ({ random }): State => ({
    prizes: random.Shuffle(CARDS),
    points: { 0: 0, 1: 0 },
    last: null,
    players: { 0: { hand: CARDS, bid: null }, 1: { hand: CARDS, bid: null } },
  }),
  turn: { activePlayers: ActivePlayers.ALL },

  moves: {
    bid: {
      move: ({ G, playerID }, card: number) => {
        const player = G.players[playerID];
        if (player.bid !== null || !player.hand.includes(card)) return INVALID_MOVE;
        player.hand = player.hand.filter((other) => other !== card);
        player.bid = card;
        if (Object.values(G.players).every(({ bid }) => bid !== null)) settle(G);
      },
      // It reads the bid of the other player, which only the master has.
      client: false,
    },
  },

  // Players see their own hand and bid, and whether the other player has bid.
  playerView: ({ G, playerID }) => ({
    ...G,
    prizes: G.prizes.slice(0, 1),
    players: Object.fromEntries(Object.entries(G.players).map(([seat, player]) => [
      seat,
      seat === playerID ? player : { hand: [], bid: player.bid === null ? null : 0 },
    ])),
  }),

  endIf: ({ G }) => {
    if (G.prizes.length > 0) return undefined;
    const [one, other] = [G.points[0], G.points[1]];
    return one === other ? { draw: true } : { winner: one > other ? '0' : '1' };
  },

  ai: {
    enumerate: (G, ctx, playerID) => (
      G.players[playerID].bid === null ? G.players[playerID].hand.map((card) => ({ move: 'bid', args: [card] })) : []
    ),
  },
});

/** The higher bid wins the prize. Equal bids discard it. */
function settle(G: State) {
  const [one, other] = [G.players[0].bid!, G.players[1].bid!];
  const [prize] = G.prizes.splice(0, 1);
  if (one !== other) G.points[one > other ? '0' : '1'] += prize;
  G.last = { 0: one, 1: other };
  G.players[0].bid = null;
  G.players[1].bid = null;
}

export function Board({ G, ctx, moves, playerID }: BoardProps<State>) {
  if (playerID === null) return <p>A player has the cards.</p>;
  const { hand, bid } = G.players[playerID];
  const other = playerID === '0' ? '1' : '0';
  return (
    <>
      <p>Points: {G.points[playerID]} to {G.points[other]}</p>
      {G.last && <p>Last bids: {G.last[playerID]} to {G.last[other]}</p>}
      <p role="status">
        {ctx.gameover ? (ctx.gameover.draw ? 'A draw.' : ctx.gameover.winner === playerID ? 'You win.' : 'You lose.')
          : bid === null ? `Bid for the prize ${G.prizes[0]}.` : `You have bid ${bid}, and wait.`}
      </p>
      <p style={{ display: 'flex', gap: 6, flexWrap: 'wrap' }}>
        {hand.map((card) => <button key={card} type="button" disabled={bid !== null} onClick={() => moves.bid(card)}>{card}</button>)}
      </p>
    </>
  );
}
