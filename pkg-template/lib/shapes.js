/** The actions that a log knows, in the order of `log_action` in src/js/convert.rs. */
const ACTIONS = ['MAKE_MOVE', 'GAME_EVENT', 'UNDO', 'REDO', 'PLAYER_LEAVE'];
const NO_PLAYERS = Object.freeze([]);
const NO_COUNTS = Object.freeze({});
/** Counts and numbers of stages below it are told apart, and kept. */
const MOST_VALUES = 1000;
/** In place of the acting player: the `ctx` is a state's. */
const NOBODY_ACTS = -3;
/** Values that are kept nowhere, in the order of their numbers from -1 down. */
const CONSTANTS = [undefined, true, null];

/**
 * Makes the engine's objects of a fixed shape: one call of the engine's instead of one for each field.
 * Names come as numbers, because a string costs more to hand over than all the rest.
 */
export class Shapes {
  #names = [];
  #singles = new Map();
  #list = [];

  setName(number, name) {
    // A player whom the game writes as a number: see NUMBER_PREFIX in src/core/ctx.rs.
    this.#names[number] = name.startsWith('\0#') ? Number(name.slice(2)) : name;
  }

  /** The number of a name that the engine has told, or -1. */
  numberOf(name) {
    return this.#names.indexOf(name);
  }

  name(number) {
    if (number >= 0) return this.#names[number];
    return number === -1 ? null : true;
  }

  makeCtx(
    numPlayers, turn, current, playOrder, playOrderPos, phaseName, activePlayers, numMoves, gameover, hasLimits, acting,
  ) {
    const currentPlayer = this.name(current);
    const phase = this.name(phaseName);
    // The shape of nearly every `ctx`, in one piece. `playerID` is for moves and hooks; it is never stored.
    if (hasLimits && numMoves !== -1 && gameover === undefined && acting >= 0) {
      return {
        numPlayers,
        turn,
        currentPlayer,
        playOrder,
        playOrderPos,
        phase,
        activePlayers,
        numMoves,
        _activePlayersMinMoves: null,
        _activePlayersMaxMoves: null,
        _activePlayersNumMoves: NO_COUNTS,
        _prevActivePlayers: NO_PLAYERS,
        _nextActivePlayers: null,
        playerID: this.name(acting),
      };
    }
    const ctx = { numPlayers, turn, currentPlayer, playOrder, playOrderPos, phase, activePlayers };
    // These are absent at first, as in boardgame.io: before the first turn, and until the game is over.
    if (numMoves !== -1) ctx.numMoves = numMoves;
    if (hasLimits) this.setLimits(ctx, null, null, NO_COUNTS, undefined, null);
    if (gameover !== undefined) ctx.gameover = gameover;
    if (acting !== NOBODY_ACTS) ctx.playerID = this.name(acting) ?? undefined;
    return ctx;
  }

  setLimits(ctx, minMoves, maxMoves, numMoves, previous = NO_PLAYERS, next) {
    ctx._activePlayersMinMoves = minMoves;
    ctx._activePlayersMaxMoves = maxMoves;
    ctx._activePlayersNumMoves = numMoves;
    ctx._prevActivePlayers = previous;
    ctx._nextActivePlayers = next;
  }

  setTurnWithoutOrder(ctx) {
    ctx._prevActivePlayers = NO_PLAYERS;
  }

  setRemoved(ctx, players) {
    ctx._removedPlayers = players;
  }

  makeActiveSet(activePlayers, _activePlayersMinMoves, _activePlayersMaxMoves, _activePlayersNumMoves) {
    return { activePlayers, _activePlayersMinMoves, _activePlayersMaxMoves, _activePlayersNumMoves };
  }

  pushName(list, name) {
    list.push(this.name(name));
  }

  /** A state, of which what is costly to hand over lies here already. */
  keepState(g, ctx, plugins, deltalog, undo, redo, _stateID) {
    return this.keep({
      G: this.kept(g),
      ctx,
      plugins,
      deltalog: this.take(deltalog),
      _undo: this.take(undo),
      _redo: this.take(redo),
      _stateID,
    });
  }

  /** Keeps the list of what has been added since the last one. */
  keepList(isReversed) {
    const list = this.#list;
    this.#list = [];
    return this.keep(isReversed ? list.reverse() : list);
  }

  addLogEntry(kind, name, args, player, credentials, _stateID, turn, phase, automatic, redact, metadata) {
    const action = this.#action(ACTIONS[kind], name, args, player, credentials);
    const entry = { action, _stateID, turn, phase: this.name(phase) };
    if (automatic) entry.automatic = true;
    if (redact !== undefined) entry.redact = redact;
    if (metadata !== -1) entry.metadata = this.kept(metadata);
    this.#list.push(entry);
  }

  #action(type, name, args, player, credentials) {
    const playerID = this.name(player) ?? undefined;
    if (type === 'PLAYER_LEAVE') return { type, payload: { playerID } };
    const payload = { type: this.name(name), args: this.#value(args), playerID };
    const secret = this.#value(credentials);
    if (secret !== undefined) payload.credentials = secret;
    return { type, payload };
  }

  #value(id) {
    return id < 0 ? CONSTANTS[-1 - id] : this.kept(id);
  }

  keepNext(next) {
    return this.keep({ next: this.kept(next) });
  }

  addUndoEntry(g, ctx, plugins, player, move) {
    const entry = { G: this.kept(g), ctx, plugins };
    if (player !== -1) entry.playerID = this.name(player);
    if (move !== -1) entry.moveType = this.name(move);
    this.#list.push(entry);
  }

  makePlugins(seed, hasDrawn, c, s0, s1, s2) {
    const data = hasDrawn ? { seed, prngstate: { c, s0, s1, s2 } } : { seed };
    return { random: { data }, log: { data: {} }, events: { data: {} } };
  }

  putData(plugins, name, data) {
    plugins[this.name(name)] = { data };
  }

  /** A map with one entry. The same ones come again and again, so they are kept. */
  singleEntry(player, value, isStage) {
    // `null` and `true` are -1 and -2 among the numbers of stages.
    const key = 2 * (player * (MOST_VALUES + 2) + value + 2) + Number(isStage);
    let map = this.#singles.get(key);
    if (map === undefined) {
      map = {};
      this.putEntry(map, player, value, isStage, true);
      if (value < MOST_VALUES) this.#singles.set(key, map);
    }
    return map;
  }

  putEntry(map, player, value, isStage, isLast) {
    map[this.name(player)] = isStage ? this.name(value) : value;
    if (isLast) Object.freeze(map);
  }

  freeze(object) {
    Object.freeze(object);
  }
}
