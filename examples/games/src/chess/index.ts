import type { GameModule } from '../shell/game-module.ts';
import { Board } from './board.tsx';
import { game } from './game.ts';
import rules from './rules.html?raw';

export const chess: GameModule<typeof game> = {
  game,
  title: 'Chess',
  summary: 'The game of kings, with or without a clock.',
  rules,
  players: { min: 2, max: 2 },
  options: [
    { name: 'clock', label: 'Clock', choices: [{ value: 'none', label: 'No clock' }, { value: '5+3', label: '5 min + 3 s a move' }] },
    { name: 'white', label: 'White', choices: [{ value: '0', label: 'First player' }, { value: '1', label: 'Second player' }] },
  ],
  bot: 'casual',
  Board,
};
