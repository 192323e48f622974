// All games with their boards, for the page.
import { chess } from './chess/index.ts';
import { ohHell } from './oh-hell/index.ts';
import type { GameModule } from './shell/game-module.ts';
import { strandline } from './strandline/index.ts';

export const modules: GameModule[] = [chess, ohHell, strandline];
