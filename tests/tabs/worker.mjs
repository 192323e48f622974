import { hostBroadcast } from 'rondel/multiplayer';
import { game } from './game.mjs';

hostBroadcast({ game, channel: 'worker' });
