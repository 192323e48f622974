import type { GameModule } from '../shell/game-module.ts';
import { about } from './about.ts';
import { Board } from './board.tsx';
import { game } from './game.ts';

export const ohHell: GameModule<typeof game> = { ...about, game, Board };
