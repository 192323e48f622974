import type { Ctx, DeepReadonly } from 'rondel';
import { Client, type LegalMove } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { useGame } from 'rondel/react';
import { type RustGame, rustGame } from 'rondel/rust-game';
import { Server } from 'rondel/server';
import { checkDeterminism } from 'rondel/testing';
import { equal } from './equal.js';

// What `npx rondel build-game` writes of a game.

interface Duel {
  deck: number[] | number;
  hands: Array<number[] | number>;
}

const game: RustGame<{
  G: Duel;
  moves: { draw: () => void; attack: (card: number, target: string) => void; bid: (coins?: number) => void };
  phase: 'draft' | 'fight';
  stage: 'react';
  setupData: { cards?: number } | undefined;
  outcome: { winner: string } | { draw: true };
  payload: string;
}> = rustGame({ boundary: 1, game: 0, name: 'duel', moves: [{ name: 'draw', args: [] }], hides: true }, () => new Uint8Array());

const client = Client({ game, setupData: { cards: 20 } });
client.moves.attack(3, '1');
client.moves.draw();
client.moves.bid();
client.moves.bid(2);
// @ts-expect-error an argument is missing
client.moves.attack(3);
// @ts-expect-error a seat is a text
client.moves.attack(3, 1);
// @ts-expect-error there is one argument too many
client.moves.draw(1);
// @ts-expect-error no move is called so
client.moves.parry();
// @ts-expect-error no such setup data
Client({ game, setupData: { cards: 'all' } });
Client({ game, multiplayer: Local(), setupData: { cards: 20 } });
// @ts-expect-error nor for matches of Local
Client({ game, multiplayer: Local(), setupData: { cards: 'all' } });

const state = client.getState();
equal<typeof state.G, DeepReadonly<Duel>>(true);
const phase: 'draft' | 'fight' | null = state.ctx.phase;
// @ts-expect-error a page reads `G`
state.G.hands[0] = 1;
client.events.setPhase('fight');
client.events.setStage('react');
// @ts-expect-error no phase is called so
client.events.setPhase('flight');
// @ts-expect-error no stage is called so
client.events.setStage('act');

const outcome = state.ctx.gameover;
if (outcome && 'winner' in outcome) equal<typeof outcome.winner, string>(true);
const { error } = client.moves.attack(3, '1');
if (error?.type === 'action/invalid_move') refused(error.payload);
const can: boolean = client.canMove('attack', 3, '1');
// @ts-expect-error the arguments of another move
client.canMove('attack', '1');
const legal: Array<LegalMove<typeof game>> = client.legalMoves();
for (const one of legal) if (one.move === 'attack') equal<typeof one.args, [card: number, target: string]>(true);

// Wherever a game goes.

const online = Client({ game: { ...game, seed: 'test', deltaState: true }, multiplayer: Local(), playerID: '0' });
const seen: DeepReadonly<Duel> | undefined = online.getState()?.G;
online.moves.attack(3, '1');
Server({ games: [game] });
checkDeterminism(game);
const count: number | null = useGame(client, ({ ctx }: { ctx: Ctx }) => ctx.turn);
// @ts-expect-error its rules are in Rust
Client({ game: { ...game, disableUndo: 1 } });

// A game of which nothing is known.

const any = rustGame({ boundary: 1, game: 0, name: 'any', moves: [] }, () => new Uint8Array());
Client({ game: any }).moves.whatever(1, 'two');

declare function refused(why: string | undefined): void;
void [phase, can, seen, count];
