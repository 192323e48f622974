export { PluginPlayer } from './lib/game/player-plugin.js';

export type * from './types/plugins.js';
