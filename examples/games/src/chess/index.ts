import type { GameModule } from '../shell/game-module.ts';
import { Board } from './board.tsx';
import { game, otherPlayer } from './game.ts';
import rules from './rules.html?raw';

export const chess: GameModule<typeof game> = {
  game,
  title: 'Chess',
  summary: 'For two, with or without a clock.',
  rules,
  players: { min: 2, max: 2 },
  options: [
    { name: 'clock', label: 'Clock', choices: [{ value: 'none', label: 'None' }, { value: '5+3', label: '5 min, 3 s a move' }] },
    { name: 'white', label: 'Your colour', choices: [{ value: '0', label: 'White' }, { value: '1', label: 'Black' }, { value: 'random', label: 'Random' }] },
  ],
  bot: 'casual',
  rematch: ({ clock, white }) => ({ clock, white: otherPlayer(white) }),
  Board,
};
