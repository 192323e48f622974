import {
  ACTING_NOBODY, EVENTS_OF_GAMES, LOGGED_ACTIONS, LOGGED_EVENT, LOGGED_LEAVE, LONGEST_NAME, NAME_NONE, NAME_TRUE, NAME_UNKNOWN, NUMBER_PREFIX,
  PLACE_NONE, REDACT_UNSET, REDACT_YES,
} from './codes.js';
import { ValueTable } from './value-table.js';

/** @type {readonly any[]} */
const NO_PLAYERS = Object.freeze([]);
const NO_COUNTS = Object.freeze({});
/** Maps with one entry are kept for counts and numbers of stages below it. */
const MOST_VALUES = 1000;

/**
 * Makes the engine's objects of a fixed shape: the engine calls once instead of once for each field.
 * Names come as numbers, because a string costs more to hand over than all the rest. Objects go to and fro as the
 * numbers of values.
 */
export class ObjectFactory extends ValueTable {
  /** What the engine has reported last about a state. */
  look;
  #names = [];
  /** The same as the engine has them. */
  #texts = [];
  #numbers = new Map();
  /** Whether boardgame.io 0.50's ways are kept. */
  compat;
  /** Who acts, by the `ctx` that was made last for a callback; the engine makes one before it asks for another player. */
  acting;
  #singles = new Map();
  #entries = [];

  constructor(compat) {
    super();
    this.compat = compat;
  }

  abandon() {
    super.abandon();
    this.#entries = [];
  }

  setName(number, name) {
    // A player whom the game writes as a number.
    this.#names[number] = this.compat && name.startsWith(NUMBER_PREFIX) ? Number(name.slice(NUMBER_PREFIX.length)) : name;
    this.#texts[number] = name;
    this.#numbers.set(name, number);
  }

  learnName(number, index) {
    this.setName(number, this.list[index]);
  }

  dropName(number) {
    this.#numbers.delete(this.#texts[number]);
    this.#names[number] = undefined;
    this.#texts[number] = undefined;
    // Its number will stand for another name.
    this.#singles.clear();
  }

  /** The number of a name, if the engine has sent it. */
  numberOf(name) {
    return this.#numbers.get(name) ?? NAME_UNKNOWN;
  }

  nameAt(index) {
    const name = this.list[index];
    if (name === undefined) return NAME_NONE;
    if (name.length > LONGEST_NAME) throw new RangeError(`a name of ${name.length} characters; ${LONGEST_NAME} is the most`);
    return this.numberOf(name);
  }

  textAt(index) {
    return String(this.list[index]);
  }

  name(number) {
    if (number >= 0) return this.#names[number];
    return number === NAME_TRUE ? true : null;
  }

  /** A name as the engine has it. */
  text(number) {
    return this.#texts[number];
  }

  makeCtx(
    numPlayers, turn, current, players, playOrderPos, phaseName, active, numMoves, outcome, hasLimits, acting,
  ) {
    const currentPlayer = this.name(current);
    const phase = this.name(phaseName);
    const playOrder = this.kept(players);
    const activePlayers = this.kept(active);
    const gameover = this.kept(outcome);
    // The shape of nearly every `ctx`, in one piece. `playerID` is for moves and hooks; it is never stored.
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
    const ctx = { numPlayers, turn, currentPlayer, playOrder, playOrderPos, phase, activePlayers };
    // These are absent at first, and in this order, as in boardgame.io: before the first turn, and until the game is over.
    if (hasLimits) addLimits(ctx, null, null, NO_COUNTS, NO_PLAYERS, null);
    if (numMoves !== PLACE_NONE) ctx.numMoves = numMoves;
    if (gameover !== undefined) ctx.gameover = gameover;
    if (acting !== ACTING_NOBODY) {
      this.acting = this.name(acting) ?? undefined;
      if (!this.compat) ctx.playerID = this.acting;
    }
    return this.keep(ctx);
  }

  setLimits(ctx, minMoves, maxMoves, numMoves, previous, next) {
    const [least, most, made, sets, then] = [minMoves, maxMoves, numMoves, previous, next].map((id) => this.kept(id));
    addLimits(this.kept(ctx), least, most, made, sets ?? NO_PLAYERS, then);
  }

  setTurnWithoutOrder(ctx) {
    this.kept(ctx)._prevActivePlayers = NO_PLAYERS;
  }

  setRemoved(ctx, players) {
    this.kept(ctx)._removedPlayers = this.kept(players);
  }

  makeActiveSet(active, minMoves, maxMoves, numMoves) {
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

  pushName(list, name) {
    this.kept(list).push(this.name(name));
  }

  pushValue(list, value) {
    this.kept(list).push(this.kept(value));
  }

  /** A state, of which the parts that are costly to hand over are kept here already. */
  keepState(g, ctx, plugins, deltalog, undo, redo, _stateID) {
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

  setLook(g, ctx, stateID, logLength, hasPast, hasFuture, isActive) {
    // A module without wasm-bindgen passes 1 or 0.
    this.look = { G: this.kept(g), ctx: this.kept(ctx), stateID, logLength, hasPast, hasFuture, isActive: Boolean(isActive) };
  }

  /** Keeps the list of what has been added since the last one. */
  keepList(isReversed) {
    const list = this.#entries;
    this.#entries = [];
    return this.keep(isReversed ? list.reverse() : list);
  }

  addLogEntry(kind, name, args, player, credentials, _stateID, turn, phase, automatic, redact, metadata) {
    const of = kind === LOGGED_EVENT ? EVENTS_OF_GAMES[name] : this.name(name);
    const action = this.#action(kind, of, args, player, credentials);
    const entry = { action, _stateID, turn, phase: this.name(phase) };
    if (automatic) entry.automatic = true;
    if (redact !== REDACT_UNSET) entry.redact = redact === REDACT_YES;
    const noted = this.kept(metadata);
    if (noted !== undefined) entry.metadata = noted;
    this.#entries.push(entry);
  }

  /** What a hook has noted during the action of the entry that was added last. */
  addHookMetadata(metadata) {
    (this.#entries.at(-1).hookMetadata ??= []).push(this.kept(metadata));
  }

  #action(kind, name, args, player, credentials) {
    const type = LOGGED_ACTIONS[kind];
    const playerID = this.name(player) ?? undefined;
    if (kind === LOGGED_LEAVE) return { type, payload: { playerID } };
    const payload = { type: name, args: this.kept(args), playerID };
    const secret = this.kept(credentials);
    if (secret !== undefined) payload.credentials = secret;
    return { type, payload };
  }

  makeNext(next) {
    return this.keep({ next: this.kept(next) });
  }

  addUndoEntry(g, ctx, plugins, player, move) {
    const entry = { G: this.kept(g), ctx: this.kept(ctx), plugins: this.kept(plugins) };
    if (player !== NAME_NONE) entry.playerID = this.name(player);
    if (move !== NAME_NONE) entry.moveType = this.name(move);
    this.#entries.push(entry);
  }

  makePlugins(seed, hasDrawn, c, s0, s1, s2) {
    const data = hasDrawn ? { seed, prngstate: { c, s0, s1, s2 } } : { seed };
    return this.keep({ random: { data }, log: { data: {} }, events: { data: {} } });
  }

  /** Without a generator: boardgame.io itself would begin one. */
  makeSecurePlugins(drawn) {
    return this.keep({ random: { drawn }, log: { data: {} }, events: { data: {} } });
  }

  putData(plugins, name, data) {
    const own = this.kept(data);
    // A plugin that has none is not in the state.
    if (own !== undefined) this.kept(plugins)[this.name(name)] = { data: own };
  }

  makeMap() {
    return this.keep({});
  }

  /** A map with one entry. The same ones come again and again, so they are kept. */
  singleEntry(player, value, isStage) {
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

  putEntry(map, player, value, isStage) {
    this.#put(this.kept(map), player, value, isStage);
  }

  #single(player, value, isStage) {
    const map = {};
    this.#put(map, player, value, isStage);
    return Object.freeze(map);
  }

  #put(map, player, value, isStage) {
    // Counts have 32 bits: the engine takes what is more, `Infinity` included, for the most.
    map[this.name(player)] = isStage ? this.name(value) : value >>> 0;
  }

  freeze(id) {
    Object.freeze(this.kept(id));
  }
}

function addLimits(ctx, minMoves, maxMoves, numMoves, previous, next) {
  ctx._activePlayersMinMoves = minMoves;
  ctx._activePlayersMaxMoves = maxMoves;
  ctx._activePlayersNumMoves = numMoves;
  ctx._prevActivePlayers = previous;
  ctx._nextActivePlayers = next;
}
