import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { botOptionsOf, isGame } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { messageOf } from '../util/print.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Returns the game that a module exports as `default`, as `game`, or as its only game. Throws a one-line error with a remedy if there is
 * none, or if bots cannot play it.
 */
export async function gameIn(file: string) {
  const game = chosenOf(await moduleIn(file), file);
  if (typeof botOptionsOf(rulesOf(game)).enumerate !== 'function') {
    throw new Error(`the game of ${file} has no ai.enumerate, which lists what a player may do: bots choose from it`);
  }
  return game;
}

async function moduleIn(file: string) {
  const path = resolve(file);
  if (!existsSync(path)) throw new Error(`there is no ${file}`);
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    throw new Error(whyNot(error, file));
  }
}

function whyNot(error: unknown, file: string) {
  if (Object(error).code === 'ERR_UNKNOWN_FILE_EXTENSION' || /\.[cm]?tsx?$/.test(file)) {
    return `this Node cannot load ${file}: npx esbuild ${file} --bundle --platform=node --format=esm --outfile=built.mjs, and name built.mjs`;
  }
  return `${file} cannot be loaded: ${messageOf(error).split('\n')[0]}`;
}

function chosenOf(module: Record<string, Foreign>, file: string) {
  // A module in CommonJS has all exports in `default`.
  const exported = { ...module.default, ...module };
  const named = [module.default, exported.game, module.default?.default].find(isGame);
  if (named) return named;
  const games = Object.entries(exported).filter(([, value]) => isGame(value));
  if (games.length === 1) return games[0][1];
  if (games.length === 0) throw new Error(`${file} exports no game: export it as default, or as \`game\``);
  throw new Error(`${file} exports several games (${games.map(([name]) => name).join(', ')}): export one as default, or as \`game\``);
}
