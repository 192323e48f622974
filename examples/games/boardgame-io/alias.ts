/** Replaces `rondel/core`, `rondel/react` and so on by boardgame.io's modules of the same names, which the games import unchanged. */
export const ON_BOARDGAME_IO = [{ find: /^rondel\/(.+)$/, replacement: 'boardgame.io/dist/cjs/$1.js' }];
