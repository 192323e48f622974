import {
  ACTING_NOBODY, CLOCK_ORDERS, EVENTS_OF_GAMES, LOGGED_ACTIONS, LOGGED_CLOCK, LOGGED_EVENT, LOGGED_LEAVE, LOGGED_TIMEOUT, LONGEST_NAME, NAME_NONE, NAME_TRUE, NAME_UNKNOWN, NUMBER_PREFIX,
  PLACE_NONE, REDACT_UNSET, REDACT_YES,
} from './codes.js';
import { ValueTable } from './value-table.js';
import type { ActionPayload, ActionShape } from '../../types/actions.js';
import type { Clock, Ctx, LogEntry, PlayerID, Undo } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** A `ctx` that is being made. */
export type NewCtx = { -readonly [Field in keyof Ctx]: Ctx[Field] };

type Limits = Ctx['_activePlayersMinMoves'];

/** A look at a state, and what the engine reports about that. */
export interface Look {
  /** The engine's number for the look; 0 before the first. */
  number: number;
  G: Foreign;
  ctx: Ctx;
  stateID: number;
  logLength: number;
  hasPast: boolean;
  hasFuture: boolean;
  isActive: boolean;
}

const NO_LOOK: Look = { number: 0, G: undefined, ctx: undefined as unknown as Ctx, stateID: 0, logLength: 0, hasPast: false, hasFuture: false, isActive: false };
const NO_PLAYERS = Object.freeze<never[]>([]) as never[];
const NO_COUNTS = Object.freeze({});
/** Maps with one entry are kept for counts and numbers of stages below it. */
const MOST_VALUES = 1000;

/**
 * Makes the engine's objects of a fixed shape: the engine calls once instead of once for each field.
 * Names come as numbers, because a string costs more to hand over than all the rest. Objects go to and fro as the
 * numbers of values.
 */
export class ObjectFactory extends ValueTable {
  /** The last look at a state. */
  look: Look = NO_LOOK;
  /** Players whom the game writes as numbers are numbers, of which the types of states know nothing. */
  #names: (string | undefined)[] = [];
  /** The same as the engine has them. */
  #texts: (string | undefined)[] = [];
  #numbers = new Map<unknown, number>();
  /** `true` under `compat: '0.50'`. */
  compat: boolean;
  /** The acting player of the last `ctx` for a callback. The engine makes another `ctx` before the player changes. */
  acting: string | null | undefined;
  #singles = new Map<number, object>();
  #entries: (LogEntry | Undo)[] = [];

  constructor(compat: boolean) {
    super();
    this.compat = compat;
  }

  abandon() {
    super.abandon();
    this.#entries = [];
  }

  setName(number: number, name: string) {
    // A player whom the game writes as a number.
    this.#names[number] = this.compat && name.startsWith(NUMBER_PREFIX) ? Number(name.slice(NUMBER_PREFIX.length)) as unknown as string : name;
    this.#texts[number] = name;
    this.#numbers.set(name, number);
  }

  learnName(number: number, index: number) {
    this.setName(number, this.list[index]);
  }

  dropName(number: number) {
    this.#numbers.delete(this.#texts[number]);
    this.#names[number] = undefined;
    this.#texts[number] = undefined;
    // Its number will stand for another name.
    this.#singles.clear();
  }

  /** The number of a name, if the engine has sent it. */
  numberOf(name: unknown): number {
    return this.#numbers.get(name) ?? NAME_UNKNOWN;
  }

  nameAt(index: number) {
    const name = this.list[index];
    if (name === undefined) return NAME_NONE;
    if (name.length > LONGEST_NAME) throw new RangeError(`a name of ${name.length} characters; ${LONGEST_NAME} is the most`);
    return this.numberOf(name);
  }

  textAt(index: number) {
    return String(this.list[index]);
  }

  name(number: number): string | null {
    if (number >= 0) return this.#names[number] as string;
    // The types of states do not have the stage `true`.
    return number === NAME_TRUE ? true as unknown as string : null;
  }

  /** A name as the engine has it. */
  text(number: number) {
    return this.#texts[number];
  }

  makeCtx(
    numPlayers: number, turn: number, current: number, players: number, playOrderPos: number, phaseName: number, active: number, numMoves: number, outcome: number, hasLimits: boolean, acting: number, freezes: boolean,
  ): number {
    const currentPlayer = this.name(current) as PlayerID;
    const phase = this.name(phaseName);
    const playOrder = this.kept(players);
    const activePlayers = this.kept(active);
    const gameover = this.kept(outcome);
    // The two shapes of nearly every `ctx`, each in one piece: of a state, and with the `playerID` that moves and hooks see.
    if (hasLimits && numMoves !== PLACE_NONE && gameover === undefined && acting === ACTING_NOBODY) {
      const ctx: Ctx = {
        numPlayers, turn, currentPlayer, playOrder, playOrderPos, phase, activePlayers,
        _activePlayersMinMoves: null, _activePlayersMaxMoves: null, _activePlayersNumMoves: NO_COUNTS,
        _prevActivePlayers: NO_PLAYERS, _nextActivePlayers: null, numMoves,
      };
      return this.keep(freezes ? Object.freeze(ctx) : ctx);
    }
    if (hasLimits && numMoves !== PLACE_NONE && gameover === undefined && acting >= 0 && !this.compat) {
      return this.keep({
        numPlayers,
        turn,
        currentPlayer,
        playOrder,
        playOrderPos,
        phase,
        activePlayers,
        _activePlayersMinMoves: null,
        _activePlayersMaxMoves: null,
        _activePlayersNumMoves: NO_COUNTS,
        _prevActivePlayers: NO_PLAYERS,
        _nextActivePlayers: null,
        numMoves,
        playerID: (this.acting = this.name(acting)),
      });
    }
    const ctx: NewCtx = { numPlayers, turn, currentPlayer, playOrder, playOrderPos, phase, activePlayers };
    // These are absent at first, and in this order, as in boardgame.io: before the first turn, and until the game is over.
    if (hasLimits) addLimits(ctx, null, null, NO_COUNTS, NO_PLAYERS, null);
    if (numMoves !== PLACE_NONE) ctx.numMoves = numMoves;
    if (gameover !== undefined) ctx.gameover = gameover;
    if (acting !== ACTING_NOBODY) {
      this.acting = this.name(acting) ?? undefined;
      // Row 14 of the table of differences.
      if (!this.compat) ctx.playerID = this.acting;
    }
    return this.keep(freezes ? Object.freeze(ctx) : ctx);
  }

  setLimits(ctx: number, minMoves: number, maxMoves: number, numMoves: number, previous: number, next: number) {
    const [least, most, made, sets, then] = [minMoves, maxMoves, numMoves, previous, next].map((id) => this.kept(id));
    addLimits(this.kept(ctx), least, most, made, sets ?? NO_PLAYERS, then);
  }

  setTurnWithoutOrder(ctx: number) {
    this.kept(ctx)._prevActivePlayers = NO_PLAYERS;
  }

  setRemoved(ctx: number, players: number) {
    this.kept(ctx)._removedPlayers = this.kept(players);
  }

  setClock(ctx: number, now: number, left: number, deadlines: number, isPaused: boolean, isHeld: boolean, banks: number, rests: number, lags: number) {
    const clock: Clock = { now, left: this.kept(left), deadlines: this.kept(deadlines) };
    if (isPaused) clock.paused = true;
    if (isHeld) clock.waiting = true;
    // Most clocks have none of these.
    const [_banks, _rests, _lags] = [banks, rests, lags].map((id) => this.kept(id));
    if (hasKeys(_banks)) clock._banks = _banks;
    if (hasKeys(_rests)) clock._rests = _rests;
    if (hasKeys(_lags)) clock._lags = _lags;
    this.kept(ctx).clock = Object.freeze(clock);
  }

  makeActiveSet(active: number, minMoves: number, maxMoves: number, numMoves: number) {
    return this.keep({
      activePlayers: this.kept(active),
      _activePlayersMinMoves: this.kept(minMoves),
      _activePlayersMaxMoves: this.kept(maxMoves),
      _activePlayersNumMoves: this.kept(numMoves),
    });
  }

  makeList() {
    return this.keep([]);
  }

  pushName(list: number, name: number) {
    this.kept(list).push(this.name(name));
  }

  pushValue(list: number, value: number) {
    this.kept(list).push(this.kept(value));
  }

  /** A state, of which the parts that are costly to hand over are kept here already. */
  keepState(g: number, ctx: number, plugins: number, deltalog: number, undo: number, redo: number, _stateID: number) {
    return this.keep({
      G: this.kept(g),
      ctx: this.kept(ctx),
      plugins: this.kept(plugins),
      deltalog: this.take(deltalog),
      _undo: this.take(undo),
      _redo: this.take(redo),
      _stateID,
    });
  }

  setLook(number: number, g: number, ctx: number, stateID: number, logLength: number, hasPast: boolean, hasFuture: boolean, isActive: boolean) {
    // A module without wasm-bindgen passes 1 or 0.
    this.look = { number, G: this.kept(g), ctx: this.kept(ctx), stateID, logLength, hasPast, hasFuture, isActive: Boolean(isActive) };
  }

  /** Keeps the list of what has been added since the last one. */
  keepList(isReversed: boolean) {
    const list = this.#entries;
    this.#entries = [];
    return this.keep(isReversed ? list.reverse() : list);
  }

  addLogEntry(kind: number, name: number, args: number, player: number, credentials: number, _stateID: number, turn: number, phase: number, automatic: boolean, redact: number, metadata: number) {
    const of = kind === LOGGED_EVENT ? EVENTS_OF_GAMES[name] : this.name(name);
    const action = kind === LOGGED_CLOCK ? orderOf(name) : this.#action(kind, of, args, player, credentials);
    const entry: LogEntry = { action, _stateID, turn, phase: this.name(phase) };
    if (automatic) entry.automatic = true;
    if (redact !== REDACT_UNSET) entry.redact = redact === REDACT_YES;
    const noted = this.kept(metadata);
    if (noted !== undefined) entry.metadata = noted;
    this.#entries.push(entry);
  }

  addTimeoutEntry(player: number, deadline: number, hasFailed: boolean, _stateID: number, turn: number, phase: number) {
    const payload: ActionShape.Timeout['payload'] = { playerID: this.name(player)!, deadline };
    if (hasFailed) payload.failed = true;
    this.#entries.push({ action: { type: LOGGED_ACTIONS[LOGGED_TIMEOUT] as 'TIMEOUT', payload }, _stateID, turn, phase: this.name(phase) });
  }

  /** Adds the move to the newest entry that was chosen for a player whose time has ended. */
  addChosenMove(name: number, args: number, redact: number) {
    const entry = this.#entries.at(-1) as LogEntry;
    Object.assign(entry.action.payload, { type: this.name(name), args: this.kept(args) });
    if (redact !== REDACT_UNSET) entry.redact = redact === REDACT_YES;
  }

  /** Adds the time of an action to the newest entry, and the lag for which its player got time back. */
  addLogTime(time: number, lag: number) {
    const entry = this.#entries.at(-1) as LogEntry;
    entry.time = time;
    if (lag > 0) entry.lag = lag;
  }

  /** Adds log metadata of a hook to the newest entry. */
  addHookMetadata(metadata: number) {
    ((this.#entries.at(-1) as LogEntry).hookMetadata ??= []).push(this.kept(metadata));
  }

  /** Adds an effect of the action to the newest entry. */
  addEffect(effect: number) {
    ((this.#entries.at(-1) as LogEntry).effects ??= []).push(this.kept(effect));
  }

  #action(kind: number, name: string | null, args: number, player: number, credentials: number): LogEntry['action'] {
    const type = LOGGED_ACTIONS[kind] as 'MAKE_MOVE';
    const playerID = (this.name(player) ?? undefined) as PlayerID;
    if (kind === LOGGED_LEAVE) return { type, payload: { playerID } } as LogEntry['action'];
    const payload: ActionPayload.MakeMove & { credentials?: string } = { type: name!, args: this.kept(args), playerID };
    const secret = this.kept(credentials);
    if (secret !== undefined) payload.credentials = secret;
    return { type, payload };
  }

  makeNext(next: number) {
    return this.keep({ next: this.kept(next) });
  }

  addUndoEntry(g: number, ctx: number, plugins: number, player: number, move: number, args: number) {
    const entry: Undo = { G: this.kept(g), ctx: this.kept(ctx), plugins: this.kept(plugins) };
    if (player !== NAME_NONE) entry.playerID = this.name(player)!;
    if (move !== NAME_NONE) entry.moveType = this.name(move)!;
    const given = this.kept(args);
    if (given !== undefined) entry.args = given;
    this.#entries.push(entry);
  }

  makePlugins(seed: string, hasDrawn: boolean, c: number, s0: number, s1: number, s2: number) {
    const data = hasDrawn ? { seed, prngstate: { c, s0, s1, s2 } } : { seed };
    return this.keep({ random: { data }, log: { data: {} }, events: { data: {} } });
  }

  /** Without a generator: boardgame.io itself would begin one. */
  makeSecurePlugins(drawn: number) {
    return this.keep({ random: { drawn }, log: { data: {} }, events: { data: {} } });
  }

  putData(plugins: number, name: number, data: number) {
    const own = this.kept(data);
    // A plugin that has none is not in the state.
    if (own !== undefined) this.kept(plugins)[this.name(name)!] = { data: own };
  }

  makeMap() {
    return this.keep({});
  }

  /** A map with one entry. The same ones come again and again, so they are kept. */
  singleEntry(player: number, value: number, isStage: boolean) {
    // Higher ones would have the keys of others.
    if (value >= MOST_VALUES) return this.keep(this.#single(player, value, isStage));
    // `null` and `true` are below the numbers of stages.
    const key = 2 * (player * (MOST_VALUES - NAME_TRUE) + value - NAME_TRUE) + Number(isStage);
    let map = this.#singles.get(key);
    if (map === undefined) {
      map = this.#single(player, value, isStage);
      this.#singles.set(key, map);
    }
    return this.keep(map);
  }

  putEntry(map: number, player: number, value: number, isStage: boolean) {
    this.#put(this.kept(map), player, value, isStage);
  }

  #single(player: number, value: number, isStage: boolean) {
    const map: Record<string, unknown> = {};
    this.#put(map, player, value, isStage);
    return Object.freeze(map);
  }

  #put(map: Record<string, unknown>, player: number, value: number, isStage: boolean) {
    // Counts have 32 bits: the engine takes what is more, `Infinity` included, for the most.
    map[this.name(player)!] = isStage ? this.name(value) : value >>> 0;
  }

  putTime(map: number, player: number, time: number) {
    this.kept(map)[this.name(player)!] = time;
  }

  freeze(id: number) {
    Object.freeze(this.kept(id));
  }
}

/** The logged order of a host to a clock. */
function orderOf(order: number): ActionShape.Clock {
  return { type: LOGGED_ACTIONS[LOGGED_CLOCK] as 'CLOCK', payload: { order: CLOCK_ORDERS[order] as ActionShape.Clock['payload']['order'] } };
}

function hasKeys(map: object) {
  for (const _ in map) return true;
  return false;
}

function addLimits(ctx: Ctx, minMoves: Limits, maxMoves: Limits, numMoves: Ctx['_activePlayersNumMoves'], previous: Ctx['_prevActivePlayers'], next: Ctx['_nextActivePlayers']) {
  ctx._activePlayersMinMoves = minMoves;
  ctx._activePlayersMaxMoves = maxMoves;
  ctx._activePlayersNumMoves = numMoves;
  ctx._prevActivePlayers = previous;
  ctx._nextActivePlayers = next;
}
