import { freeze } from 'immer';
import { rondelError } from '../util/error.js';
import { described } from '../util/foreign-text.js';
import { hasMembers } from '../util/objects.js';
import { messageOf } from '../util/print.js';
import { nearName } from '../util/unknown-names.js';
import type { Effect, EffectConfig, EffectMap } from '../../types/effects.js';
import type { PlayerID } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** Maximum size of the data of an effect, in characters of JSON. The log keeps them as long as the match. */
const MOST_DATA = 100_000;

/**
 * Makes the effect of a call of `effects.emit`. Throws `game/effect` with the problem.
 *
 * @param declared the game's `effects`
 * @param numPlayers number of players of the match; `undefined` if it is unknown
 */
export function makeEffect(declared: EffectMap | undefined, name: Foreign, { data, options = {} }: { data: unknown, options: Foreign }, numPlayers: number | undefined): Effect {
  if (typeof name !== 'string' || name === '') throw problem('name', `expected a text, got ${described(name)}`);
  if (declared && !Object.hasOwn(declared, name)) throw problem('name', unknownName(name, Object.keys(declared)));
  if (!hasMembers(options)) throw problem('options', `expected an object, got ${described(options)}`);
  const config: EffectConfig | undefined = declared?.[name];
  const { to, at, duration = config?.duration } = options;
  const effect: { -readonly [Field in keyof Effect]: Effect[Field] } = { name };
  const copy = jsonData(name, data);
  if (copy !== undefined) effect.data = copy;
  if (to !== undefined) effect.to = receivers(to, numPlayers);
  if (at !== undefined) effect.at = milliseconds('at', at);
  if (duration !== undefined) effect.duration = milliseconds('duration', duration);
  return effect;
}

/**
 * Returns the effects that a viewer may see, as they see them; `undefined` if there are none. Throws what a `playerView` throws.
 *
 * @param viewer `null` for a spectator
 */
export function effectsFor(viewer: PlayerID | null, effects: readonly Effect[] | undefined, declared: EffectMap | undefined): readonly Effect[] | undefined {
  if (!effects) return undefined;
  const seen = effects.filter(({ to }) => to === undefined || (viewer !== null && to.includes(viewer)));
  const shown = seen.flatMap((effect) => {
    const { to, ...rest } = effect;
    const config = declared && Object.hasOwn(declared, effect.name) ? declared[effect.name] : undefined;
    if (!config?.playerView) return [to === undefined ? effect : rest];
    const data = config.playerView({ data: effect.data, playerID: viewer });
    return data === undefined ? [] : [{ ...rest, data }];
  });
  return shown.length > 0 ? shown : undefined;
}

/** Checks the declarations of effects. Returns the path of a problem and its text; `null` if there is none. */
export function problemOfEffects(declared: Foreign): [path: string, text: string] | null {
  if (!hasMembers(declared) || Array.isArray(declared)) return ['effects', `expected an object, got ${described(declared)}`];
  for (const [name, config] of Object.entries<Foreign>(declared)) {
    const path = `effects.${name}`;
    if (!hasMembers(config)) return [path, `expected an object, got ${described(config)}`];
    const { duration, playerView } = config;
    if (duration !== undefined && !isTime(duration)) return [`${path}.duration`, `expected milliseconds, got ${described(duration)}`];
    if (playerView !== undefined && typeof playerView !== 'function') return [`${path}.playerView`, `expected a function, got ${described(playerView)}`];
  }
  return null;
}

function jsonData(name: string, data: unknown): unknown {
  if (data === undefined) return undefined;
  let text: string | undefined;
  try {
    text = JSON.stringify(data);
  } catch (error) {
    throw problem('data', `"${name}" has data without a JSON form: ${messageOf(error)}`);
  }
  if (text === undefined) throw problem('data', `"${name}" has data without a JSON form: ${described(data)}`);
  if (text.length > MOST_DATA) throw problem('data', `"${name}" has data of ${text.length} characters; at most ${MOST_DATA} are allowed`);
  // The log, all viewers and all listeners share it.
  return freeze(JSON.parse(text), true);
}

function receivers(to: Foreign, numPlayers: number | undefined): PlayerID[] {
  const players: unknown[] = Array.isArray(to) ? to : [to];
  for (const player of players) {
    const seat = Number(player);
    const isSeat = typeof player === 'string' && (numPlayers === undefined || (String(seat) === player && Number.isInteger(seat) && seat >= 0 && seat < numPlayers));
    if (!isSeat) throw problem('to', `the match has no player ${described(player)}`);
  }
  // A copy: the list may be a draft.
  return [...players] as PlayerID[];
}

function milliseconds(field: string, value: unknown): number {
  if (!isTime(value)) throw problem(field, `expected milliseconds, got ${described(value)}`);
  return value;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function unknownName(name: string, known: string[]) {
  const near = nearName(name, known);
  return `the game declares no effect "${name}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

function problem(field: string, text: string) {
  return rondelError('game/effect', `effects.emit: ${field}: ${text}`);
}
