import {
  botOptionsOf, botsOf, BY_BOT, failureFilter, failureText, isBot, isMinTime, isObject, messageOf, notesOf, reportTo, rondelError, rulesOf,
  seatBots, STORAGE_FAILED, unref,
} from '../rondel.js';
import type { Game, PlayerID } from 'rondel';
import type { Server } from 'rondel/master';
import type { BotSettings, Foreign, StoredMetadata, TimeoutQuestion } from 'rondel/private';
import type { BotQuestion, Thinking } from './thinking.js';

/** Options of `seatBots`. */
type SeatOptions = Parameters<typeof seatBots>[0];

type Think = SeatOptions['runner']['think'];

/** A question to the bot of a seat. `spec` is the bot's spec in the metadata. */
type SeatQuestion = Omit<BotQuestion, 'settings' | 'time' | 'share'> & { matchID: string, spec: BotSettings, time?: number | undefined };

const METADATA = { metadata: true } as const;
/** Milliseconds between a state and the search that it starts, as in boardgame.io. */
const PAUSE = 100;
/** Milliseconds beyond the longest thoughts of a few that wait, after which another process that is to think is taken for dead. */
const LATE = 2000;
/** Milliseconds after which the storage is asked again that has failed. */
const RETRY = 1000;
/**
 * Milliseconds between two searches in one slot. Otherwise clients could load the server with a thousand matches of bots whose
 * searches take no time.
 */
const REST = 10;
const NOBODY = Object.freeze({});

/** Where the state of a match comes from: this process has stored it, another one has, or it was stored when the first client came. */
export type Source = 'here' | 'elsewhere' | 'before';

/** A match with connections here. */
export interface Match {
  state: Foreign;
  source: Source;
  /** Which seats are bots', as text. */
  seated: string;
  /** The same as it was when it was read how they play. */
  read: string;
  isReading: boolean;
  bots: Record<string, BotSettings>;
  /** Key of the bots that share the search time of one sender. */
  share: unknown;
  /** Time limit of the running search, in milliseconds. */
  time: number;
}

/** The players of a match, as all at it are sent them. */
type PublicPlayers = Pick<Server.PlayerMetadata, 'id' | 'bot'>[];

interface MatchBotsOptions {
  game: Game;
  master: Parameters<typeof reportTo>[0] & Pick<Server.Hub['master'], 'onUpdate'> & { now(): number, inspector: ReturnType<NonNullable<SeatOptions['inspector']>> };
  /** Returns `true` if a player may act. */
  isActive: SeatOptions['isActive'];
  /** The viewer's filter. */
  viewOf: SeatOptions['viewOf'];
  storage: MetadataStorage;
  thinking: Thinking;
  /** Returns `true` if somebody is connected to a match here. */
  isOpen: (matchID: string) => boolean;
  /** Returns `true` if a player is connected by another process. */
  isElsewhere: (metadata: Server.MatchData) => boolean;
}

/** The method of a storage that bots use. */
interface MetadataStorage {
  fetch(matchID: string, wanted: typeof METADATA): Metadata | Promise<Metadata>;
}

type Metadata = { metadata: StoredMetadata };

/**
 * The bots at the matches of one game that clients of this process are connected to. If there are several processes, the one that has
 * stored a state runs the search. The others wait for longer than a search takes, in case that process has crashed. A second action is stale.
 */
export function openMatchBots({ game, master, isActive, viewOf, storage, thinking, isOpen, isElsewhere }: MatchBotsOptions) {
  const { name } = rulesOf(game);
  const matches = new Map<string, Match>();
  const isNew = failureFilter();
  const thinker = thinking.open(game, (error) => report(`game '${name}': a bot's worker has ended`, error));
  const seats = seatBots({
    game,
    isActive,
    viewOf,
    now: () => master.now(),
    inspector: () => master.inspector,
    act,
    // `seatBots` hands over the specs that `lookAt` is given.
    runner: { think, forget() {}, close() {} } as SeatOptions['runner'],
    onFailure: (failure) => report(failureText(name, failure), failure.reason, failure.matchID),
    pauseOf: (matchID) => (matches.get(matchID)?.source === 'elsewhere' ? 3 * thinking.longest + LATE + longestMinTime(matchID) : PAUSE),
    minTimeOf: (matchID, playerID) => minTimeOf(matches.get(matchID)?.bots[playerID]),
    admit,
  });
  return { note, forget, close, askTimeoutBot };

  /** Receives what all at a match, or one of them, is sent. */
  function note({ type, args }: { type: string, args: readonly Foreign[] }, source: Source) {
    const [matchID, content] = args;
    if (!isOpen(matchID)) return;
    if (type === 'sync') look(matchID, { state: content.state, source, players: content.filteredMetadata });
    else if (type === 'update') look(matchID, { state: content, source });
    else if (type === 'patch') look(matchID, { state: args[3], source });
    else if (type === 'matchData') look(matchID, { players: content });
  }

  /** The last client has gone. */
  function forget(matchID: string) {
    matches.delete(matchID);
    seats.forget(matchID);
  }

  /** Ends all thoughts. */
  function close() {
    for (const matchID of [...matches.keys()]) forget(matchID);
    thinker.close();
  }

  function look(matchID: string, { state, source, players }: { state?: Foreign, source?: Source, players?: PublicPlayers }) {
    const match = matches.get(matchID) ?? begin(matchID);
    if (state && state._stateID !== match.state?._stateID) Object.assign(match, { state, source });
    if (Array.isArray(players)) match.seated = textOfBots(players);
    if (match.read === match.seated) lookAtState(matchID, match);
    else if (!match.isReading) readBots(matchID, match);
  }

  function begin(matchID: string) {
    const match: Match = { state: null, source: 'before', seated: '', read: '', isReading: false, bots: NOBODY, share: matchID, time: 0 };
    matches.set(matchID, match);
    return match;
  }

  function lookAtState(matchID: string, { state, bots }: Match) {
    if (state && bots !== NOBODY) seats.lookAt(matchID, state, bots);
  }

  /** How its bots play is in the metadata alone. */
  async function readBots(matchID: string, match: Match) {
    const { seated } = match;
    match.isReading = true;
    try {
      const { metadata } = await storage.fetch(matchID, METADATA);
      match.read = seated;
      match.bots = Object.freeze(botsOf(metadata));
      match.share = notesOf(metadata).share ?? matchID;
      if (match.source === 'before' && isElsewhere(metadata)) match.source = 'elsewhere';
    } catch (error) {
      reportTo(master, error, { matchID });
      await later(RETRY);
    }
    match.isReading = false;
    if (matches.get(matchID) === match) look(matchID, {});
  }

  /** A bot of the game's own may have a time of its own. */
  function minTimeOf(settings: BotSettings | undefined): number {
    const { bots } = botOptionsOf(rulesOf(game));
    const own = typeof settings === 'string' && isObject(bots) && Object.hasOwn(bots, settings) ? bots[settings].minTime : undefined;
    return isMinTime(own) ? own : thinking.minTime;
  }

  function longestMinTime(matchID: string) {
    return Math.max(0, ...Object.values(matches.get(matchID)?.bots ?? {}).map(minTimeOf));
  }

  /** While the storage fails, what a bot does is done again. */
  async function act(action: Foreign, stateID: number, matchID: string, playerID: PlayerID) {
    for (;;) {
      const refusal = await master.onUpdate(action, stateID, matchID, playerID, BY_BOT);
      const isToWait = refusal?.error === STORAGE_FAILED && matches.get(matchID)?.state._stateID === stateID;
      if (!isToWait) return refusal;
      await later(RETRY);
    }
  }

  async function admit(matchID: string, signal: AbortSignal) {
    const match = matches.get(matchID);
    const slot = await thinking.queue.take(match?.share, signal);
    if (match) match.time = thinking.timeIn(slot.load);
    return () => { later(REST).then(slot.end); };
  }

  function think({ matchID, playerID, state, spec: settings, time: share }: SeatQuestion, how: Parameters<Think>[1]) {
    return thinker.think({ matchID, playerID, state, settings, time: matches.get(matchID)?.time ?? thinking.longest, share }, how);
  }

  /** Asks the bot of `onTimeout` for the action of a player. */
  async function askTimeoutBot({ matchID, bot: settings, playerID, state, time: share }: TimeoutQuestion, { signal }: { signal: AbortSignal }) {
    const slot = await thinking.queue.take(matches.get(matchID)?.share ?? matchID, signal);
    try {
      return await thinker.think({ playerID, state, settings, time: thinking.timeIn(slot.load), share }, { signal });
    } finally {
      later(REST).then(slot.end);
    }
  }

  /** The same failure in another match is the same. A worker's is of no match. */
  function report(text: string, reason: unknown, matchID = '') {
    const message = `${text}: ${messageOf(reason)}`;
    if (isNew(message)) reportTo(master, Object.assign(rondelError('bot/failed', message), { cause: reason }), { matchID: (matchID || undefined) as string });
  }
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => { unref(setTimeout(resolve, milliseconds)); });
}

/** Empty if there are none. */
function textOfBots(players: PublicPlayers) {
  const bots = players.filter(isBot);
  return bots.length === 0 ? '' : JSON.stringify(bots.map(({ id, bot }) => [id, bot]));
}
