import type { GameModule } from '../shell/game-module.ts';
import { Board } from './board.tsx';
import { game } from './game.ts';
import rules from './rules.html?raw';

export const strandline: GameModule<typeof game> = {
  game,
  title: 'Strandline',
  summary: 'For two to five. All pick at the same time, keep a card, and pass the others on. Beware of gulls.',
  rules,
  players: { min: 2, max: 5 },
  options: [
    { name: 'tides', label: 'Length', choices: [{ value: 3, label: 'Three tides' }, { value: 2, label: 'Two tides' }, { value: 1, label: 'One tide' }] },
    { name: 'time', label: 'Time to decide', choices: [{ value: 0, label: 'No limit' }, { value: 60, label: '60 seconds' }, { value: 20, label: '20 seconds' }] },
  ],
  bot: 'keen',
  Board,
};
