import { rondelError } from '../util/error.js';
import { botViewOf } from '../ai/simulate.js';
import { Knowledge } from './visibility-model.js';
import { createMatch } from '../online/match-data.js';
import { dueOf } from '../online/alarms.js';
import { Master } from '../online/master.js';
import { MoveCounts } from './move-counts.js';
import { inWords, makeChance, playersOf, randomAction, variantOf } from './random-play.js';
import { EngineCache } from '../game/engine-cache.js';
import { expectGame } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { InMemory } from '../online/storage/storage.js';
import { getFilterPlayerView } from '../online/view.js';
import { jsonCopy } from '../util/json-copy.js';
import { noop } from '../util/noop.js';
import { BOARDGAME_IO, PATCHES } from '../online/wire-formats.js';
import type { IntermediateTransportData, Server, StorageAPI } from '../../types/master.js';
import type { Leak, MoveCounts as CountsByName, RandomPlayOpts, SecrecyOpts } from '../../types/testing.js';
import type { Game, PlayerID } from '../../types/game.js';
import type { AnyState } from '../game/engine-states.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { Chance, RandomAction } from './random-play.js';
import type { Message, PrivateText, ViewerID } from './visibility-model.js';

/** A step of a match, with all random choices. */
type Step =
  | StepOf<{ kind: 'sync', viewer: ViewerID }>
  | StepOf<{ kind: 'connection', player: PlayerID, connected: boolean }>
  | StepOf<{ kind: 'chat', player: PlayerID, text: string }>
  | StepOf<{ kind: 'late' }>
  | StepOf<ActionStep>;

/** An action, its delay in states, and whether its credentials are wrong. */
interface ActionStep {
  kind: 'action';
  action: RandomAction;
  behind: number;
  isForged: boolean;
}

/** A kind of step, without the fields of others. */
type StepOf<Fields> = Fields & { [Field in Exclude<StepField, keyof Fields>]?: undefined };

type StepField = 'action' | 'viewer' | 'player' | 'connected' | 'text' | 'behind' | 'isForged';

/** A match on a master, with its leaks. */
interface OpenMatch {
  rules: Rules;
  cache: EngineCache;
  viewers: ViewerID[];
  state: AnyState;
  leaks: Leak[];
  tried: { action: RandomAction, isDone: boolean }[];
  messages: number;
  bytes: number;
  take: (step: Step) => Promise<void>;
}

interface PlayedMatch extends OpenMatch {
  played: Step[];
}

/** Returns the step after `done` steps; nothing if the match ends. */
type Next = (match: OpenMatch, done: number) => Step | null | undefined;

/** A message that the master has sent. */
interface Posted {
  payload: IntermediateTransportData;
  to: ViewerID[];
}

/** Credentials by player. */
type Credentials = Record<PlayerID, string>;

const MATCH = 'match';
/** Moment of the start of each match. The time passes only when a player is late. */
const START = 1_000_000_000_000;
const DEFAULTS = { games: 20, actions: 40, seed: 1 };

/** Maximum number of leaks in an error, the worst first. The others usually follow from these. */
const MOST_LEAKS = 10;

/**
 * Plays random matches on a master, with a viewer at each seat and a spectator, and searches all that the master sends to each of them.
 * This covers connects and reconnects, moves, time-outs, undo and redo, refusals and chat, in full and as patches, and the views of bots. Rejects
 * if a viewer receives
 * - a value that `secrets` names.
 * - a hidden value: one that has been in `G`, in a plugin's data or in `setupData`, that the game's `playerView` has never shown them, and
 *   that they have not named themselves. An example is the argument of a move that should have `redact`.
 * - the arguments of another player's redacted move.
 * - the seed, the generator's state, another player's credentials, or the undo stack.
 *
 * In the log, a value also counts as hidden if the viewer has seen it earlier, but neither before nor after the action. An example is a
 * card that was open once and is bid face down. A player who names a value that they do not see has guessed or remembered it, which is no
 * leak.
 *
 * Only distinct values are found: texts of at least two letters, and numbers that are not small integers. Cards that are objects of common
 * words, `{ suit: 'hearts', rank: 'queen' }`, are identified by the whole card.
 *
 * The error has the code `testing/leak`. It names viewer, message, path, value and the shortest list of preceding actions; `error.payload`
 * is `{ seed, match, leaks, steps }`.
 *
 * @example
 * test('nobody sees the others\' cards', async () => {
 *   await checkSecrecy(game, {
 *     numPlayers: 3,
 *     secrets: (G, ctx, playerID) => ctx.playOrder.filter((id) => id !== playerID).map((id) => G.hands[id]),
 *   });
 * });
 */
export async function checkSecrecy<G = any>(
  game: Game<G, any, any>,
  options: SecrecyOpts<G> = {},
): Promise<{ games: number, messages: number, bytes: number, moves: CountsByName }> {
  expectGame(game);
  const { games, actions, seed } = { ...DEFAULTS, ...options };
  const totals = { games, messages: 0, bytes: 0 };
  const counts = new MoveCounts();
  for (let index = 0; index < games; index += 1) {
    const chance = makeChance(seed, index);
    const found = await play(game, index, (match, done) => {
      // First, everybody connects.
      const next = done - match.viewers.length;
      if (next < 0) return { kind: 'sync', viewer: match.viewers[done] };
      return next < actions ? randomStep(match, { chance, moves: options.moves }) : null;
    }, options);
    if (found.leaks.length > 0) throw leakError(await shrunk(game, index, found, options), { seed, index });
    totals.messages += found.messages;
    totals.bytes += found.bytes;
    for (const { action, isDone } of found.tried) counts.note(action, isDone);
  }
  return { ...totals, moves: counts.result('checkSecrecy', new EngineCache(game).names.moves) };
}

/** Plays until the steps end, or a leak is found. */
async function play(game: Game, index: number, next: Next, options: SecrecyOpts): Promise<PlayedMatch> {
  const match = openMatch(game, index, options);
  const played: Step[] = [];
  while (match.leaks.length === 0) {
    const step = next(match, played.length);
    if (!step) break;
    played.push(step);
    await match.take(step);
  }
  return { ...match, played };
}

/** Returns the match with the fewest steps that reproduce a leak; the same match if it is not reproducible. */
async function shrunk(game: Game, index: number, found: PlayedMatch, options: SecrecyOpts) {
  let best = found;
  for (let i = found.played.length - 2; i >= 0; i -= 1) {
    const rest = best.played.filter((_, j) => j !== i);
    const again = await play(game, index, (_, done) => rest[done], options);
    if (again.leaks.length > 0) best = again;
  }
  return best;
}

/** Returns a random next step. It contains all random choices, so that it can be repeated. */
function randomStep(match: OpenMatch, { chance, moves }: { chance: Chance, moves: RandomPlayOpts['moves'] }): Step {
  if (match.state.ctx.clock && chance(8) === 0) return { kind: 'late' };
  const player = String(chance(match.viewers.length - 1));
  switch (chance(12)) {
    case 0:
      return { kind: 'sync', viewer: match.viewers[chance(match.viewers.length)] };
    case 1:
      return { kind: 'connection', player, connected: chance(2) === 0 };
    case 2:
      return { kind: 'chat', player, text: `chat-${chance(1e9)}` };
    default: {
      const action = randomAction(match.rules, match.cache, match.state, { chance, moves });
      return { kind: 'action', action, behind: chance(8) === 0 ? chance(3) : 0, isForged: chance(16) === 0 };
    }
  }
}

/** Opens a match with a viewer at each seat and a spectator, who receive their messages in both formats. */
function openMatch(game: Game, index: number, options: SecrecyOpts): OpenMatch {
  // The master's own data is unlike all other values.
  const seed = `seed-of-match-${index}`;
  const varied = variantOf(game, { seed, deltaState: index % 2 === 1 });
  const rules = rulesOf(varied);
  const setupData = jsonCopy(options.setupData);
  const storage = new InMemory();
  const credentials = begin(storage, { game: varied, numPlayers: playersOf(rules, options.numPlayers), setupData });
  const viewers = [...Object.keys(credentials), null];
  const cache = new EngineCache(varied);
  const filter = getFilterPlayerView(varied);
  const botView = botViewOf(varied);
  const clock = { now: START };
  const time = { now: () => clock.now, setTimeout: noop, clearTimeout: noop };
  // Searched later: a master catches exceptions of its transport.
  const outbox: Posted[] = [];
  const master = new Master(varied, storage, {
    send: (payload) => outbox.push({ payload, to: [payload.playerID ?? null] }),
    sendAll: (payload) => outbox.push({ payload, to: viewers }),
  }, { authenticateCredentials: ({ playerID, credentials: given }) => given === credentials[playerID] }, { time });
  // Several times may end in one step.
  const made: AnyState[] = [];
  master.subscribe(({ state }) => made.push(state));
  master.onError = () => {};
  const privately: PrivateText[] = Object.keys(credentials).flatMap((owner) => [
    { owner, text: credentials[owner], what: `the credentials of player ${owner}` },
    { owner, text: sessionOf(owner), what: `the session of player ${owner}` },
  ]);
  privately.push({ text: seed, what: 'the seed' });
  const knowledge = new Knowledge({ rules, cache, viewers, options, privately });
  const sent: Record<PlayerID, number> = {};
  const match: OpenMatch = { rules, cache, viewers, state: stored(), leaks: [], tried: [], messages: 0, bytes: 0, take };
  knowledge.see(match.state);
  return match;

  function stored() {
    return storage.fetch(MATCH, { state: true }).state;
  }

  /** Returns `true` if the log marks the action in this state as redacted. */
  function isRedacted(stateID: number) {
    const { log } = storage.fetch(MATCH, { log: true });
    return log.some(({ _stateID, automatic, redact }) => _stateID === stateID && !automatic && redact === true);
  }

  async function take(step: Step) {
    const before = match.state;
    const response = await run(step);
    match.state = stored();
    const states = made.splice(0);
    const isDone = match.state._stateID !== before._stateID;
    if (step.kind === 'action') knowledge.noteAction(step.action, before, { isDone, isRedacted: isDone && isRedacted(before._stateID) });
    if (step.kind === 'late') states.forEach((state, i) => noteTimeout(states[i - 1] ?? before, state));
    else if (isDone) knowledge.see(match.state);
    if (step.kind === 'action') {
      match.tried.push({ action: step.action, isDone });
      if (isDone) knowledge.conceal(step.action.payload.playerID, before, match.state);
    }
    if (response) inspect((step.action?.payload.playerID ?? step.player ?? step.viewer) as ViewerID, 'answer', JSON.stringify(response), response);
    for (const { payload, to } of outbox.splice(0)) {
      for (const viewer of to) deliver(viewer, payload);
    }
    if (isDone) deliverToBots();
  }

  function noteTimeout(before: AnyState, after: AnyState) {
    knowledge.see(after);
    knowledge.conceal(undefined, before, after);
  }

  function run(step: Step) {
    const { kind, player, viewer, connected, text } = step;
    if (kind === 'action') return act(step);
    if (kind === 'late') return endTimes();
    // A spectator has no credentials.
    if (kind === 'sync') return master.onSync(MATCH, viewer, credentials[viewer as PlayerID]);
    if (kind === 'connection') return master.onConnectionChange(MATCH, player, credentials[player], connected);
    return master.onChatMessage(MATCH, { id: text, sender: player, payload: text }, credentials[player]);
  }

  function endTimes() {
    clock.now = Math.max(clock.now, dueOf(match.state.ctx.clock) ?? 0);
    return master.endTimes(MATCH) as Promise<undefined>;
  }

  function act({ action: { type, payload }, behind, isForged }: ActionStep) {
    const { playerID } = payload;
    const message = jsonCopy({ type, payload: { ...payload, credentials: isForged ? 'forged' : credentials[playerID] } });
    // The others have boardgame.io's client.
    if (!isForged && (viewers.indexOf(playerID) + index) % 2 === 0) {
      const seq = sent[playerID] = (sent[playerID] ?? 0) + 1;
      message.sync = { session: sessionOf(playerID), seq, first: seq };
    }
    return master.onUpdate(message, Math.max(0, match.state._stateID - behind), MATCH, playerID);
  }

  /** Delivers a message as boardgame.io's transports do, and as Rondel's do. */
  function deliver(viewer: ViewerID, payload: IntermediateTransportData) {
    const whole = filter(viewer, payload, BOARDGAME_IO.view);
    inspect(viewer, whole.type as Leak['message'], JSON.stringify(whole), whole);
    const text = PATCHES.form(filter(viewer, payload, PATCHES.view));
    const data = PATCHES.read(text);
    inspect(viewer, data.type as Leak['message'], text, data);
  }

  /** Delivers the state to bots: one may play at any seat. */
  function deliverToBots() {
    for (const seat of Object.keys(credentials)) {
      const view = botView(match.state, seat);
      inspect(seat, 'bot', JSON.stringify(view), { type: 'update', args: [MATCH, view, []] });
    }
  }

  function inspect(viewer: ViewerID, message: Leak['message'], text: string, data: Message) {
    match.messages += 1;
    match.bytes += new TextEncoder().encode(text).length;
    for (const found of knowledge.leaksIn(data, viewer)) {
      const leak = { viewer, message, ...found };
      if (!match.leaks.some((other) => isSameLeak(other, leak)) && !options.allow?.(leak)) match.leaks.push(leak);
    }
  }
}

function sessionOf(playerID: PlayerID) {
  return `session-of-player-${playerID}`;
}

/** Stores a new match, and returns the credentials of its players. */
function begin(storage: InMemory, { game, numPlayers, setupData }: { game: Game, numPlayers: number, setupData: Foreign }): Credentials {
  const { setupDataError, ...match }: { setupDataError?: string } & Partial<StorageAPI.CreateMatchOpts> = createMatch({ game, numPlayers, setupData, now: START });
  if (setupDataError !== undefined) {
    throw rondelError('testing/setupData', `the game refuses this setupData: ${setupDataError}`);
  }
  const { players } = match.metadata as Server.MatchData;
  for (const player of Object.values(players)) player.credentials = `credentials-of-player-${player.id}`;
  storage.createMatch(MATCH, match as StorageAPI.CreateMatchOpts);
  return Object.fromEntries(Object.entries(players).map(([playerID, { credentials }]) => [playerID, credentials as string]));
}

function isSameLeak(leak: Leak, other: Leak) {
  return (['viewer', 'message', 'path'] as const).every((field) => leak[field] === other[field]);
}

function leakError({ leaks, played }: PlayedMatch, { seed, index }: { seed: number, index: number }) {
  const shown = leaks.slice(0, MOST_LEAKS).map(({ viewer, message, path, value, why }) => {
    const json = JSON.stringify(value);
    const to = viewer === null ? 'a spectator' : `player ${viewer}`;
    return `  ${to}, ${message}, ${path}: ${json.length > 60 ? `${json.slice(0, 60)}…` : json} (${why})`;
  });
  const more = leaks.length > shown.length ? [`  and ${leaks.length - shown.length} more`] : [];
  const steps = played.map(describe);
  const reason = `a viewer is sent what they may not know (seed ${seed}, match ${index})`;
  const text = [reason, ...shown, ...more, 'after', ...steps.map((step) => `  ${step}`)].join('\n');
  return rondelError('testing/leak', text, { seed, match: index, leaks, steps });
}

function describe({ kind, action, viewer, player, text, connected, behind, isForged }: Step) {
  if (kind === 'sync') return `${viewer === null ? 'a spectator' : `player ${viewer}`} asks for everything`;
  if (kind === 'connection') return `player ${player} ${connected ? 'comes' : 'goes'}`;
  if (kind === 'chat') return `player ${player} says ${text}`;
  if (kind === 'late') return 'a time runs out';
  return inWords(action) + (isForged ? ', with wrong credentials' : '') + (behind > 0 ? `, ${behind} states late` : '');
}
