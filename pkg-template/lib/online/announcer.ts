import { ANNOUNCEMENT_ACKS, ANNOUNCEMENT_MATCH, ANNOUNCEMENT_STATE } from '../engine/codes.js';
import { chatHistoryOf } from './chat-history.js';
import { acksOf, acksTo, syncOf } from './ledger.js';
import { publicMatchData } from './match-data.js';
import { leaving } from './match-engine.js';
import { isGone } from './request.js';
import type { PlayerID, State } from '../../types/game.js';
import type { CredentialedAction, TransportAPI } from '../../types/master.js';
import type { MatchFailures } from './failures.js';
import type { MasterInspector } from './master-inspector.js';
import type { MasterAction, MatchEngine } from './match-engine.js';
import type { MatchStore, Outcome } from './match-store.js';
import type { ActionRequest, Request, Sender, SyncRequest } from './request.js';
import type { Steps } from './steps.js';
import type { Stored } from './storage/stored-match.js';
import type { StoredState } from './stored-states.js';
import type { OwnMessage, SentMessage } from './view.js';

/** A match begins, or an action was done. */
export type MatchEvent = { state: State; action?: CredentialedAction; matchID: string };

/** The parts of a master that say where to send. */
interface Owner {
  /** Returns the present moment, by the time of the master. */
  now: () => number;
  inspector: MasterInspector | null;
  transportAPI: TransportAPI;
  subscribeCallback: (event: MatchEvent) => void;
}

interface Parts {
  store: MatchStore;
  engine: MatchEngine;
  failures: MatchFailures;
  /** `true` if the game has its states sent as patches. */
  deltaState: boolean;
  /** Most bytes of the chat that go with a match. */
  mostChat: number;
  /** The version of the game's rules. */
  version: string | number | undefined;
}

/** A viewer of a match, who has sent a request. */
export type Viewer = Pick<SyncRequest, 'matchID' | 'playerID' | 'sender'>;

/** An action that was done, and its author. */
interface Done extends Pick<Request, 'matchID' | 'sync' | 'sender'> {
  action: MasterAction | null;
  playerID: PlayerID;
}

/** A match with the newest part of its log. */
type Whole = Stored & { earlier?: number | null };

/**
 * Step 5 of a master: announces what has happened, to all at the match or to one sender. Messages have whole states: the viewer's filter makes of
 * them what each may see. Nothing that a transport or a subscriber throws gets out.
 */
export class Announcer {
  #master: Owner;
  #store: MatchStore;
  #engine: MatchEngine;
  #failures: MatchFailures;
  #deltaState: boolean;
  #mostChat: number;
  /** Facts about the game that clients receive with the match. */
  #about: { version?: string | number };

  constructor(master: Owner, { store, engine, failures, deltaState, mostChat, version }: Parts) {
    this.#master = master;
    this.#store = store;
    this.#engine = engine;
    this.#failures = failures;
    this.#deltaState = deltaState;
    this.#mostChat = mostChat;
    this.#about = version === undefined ? {} : { version };
  }

  /** Sends a message to all at a match. Returns what the transport returns. */
  sendAll(message: OwnMessage): unknown {
    this.#master.inspector?.sent(message, true);
    return this.#failures.catching(message.args[0], () => this.#master.transportAPI.sendAll(message as SentMessage));
  }

  /** Sends a message to one player, or to the sender of a request. */
  send(message: OwnMessage, sender: Sender | undefined): unknown {
    this.#master.inspector?.sent(message, false);
    const payload = sender === undefined ? message : { ...message, sender };
    return this.#failures.catching(message.args[0], () => this.#master.transportAPI.send(payload as SentMessage));
  }

  /** Notifies the subscriber that a match begins. */
  begun(matchID: string, state: StoredState) {
    this.#publish({ state, matchID } as MatchEvent);
  }

  /** Sends the outcome of an action, to all clients or only to its author, as the engine has decided. */
  *outcome(request: ActionRequest, outcome: Outcome): Steps<void> {
    const { action, playerID, sync, sender } = request;
    switch (outcome.proposal.announcement) {
      case ANNOUNCEMENT_STATE:
        this.#done(outcome, { matchID: request.matchID, action, playerID, sync, sender });
        break;
      case ANNOUNCEMENT_ACKS:
        this.#acknowledge(request, outcome);
        break;
      case ANNOUNCEMENT_MATCH:
        yield* this.again(request);
    }
  }

  /** Sends to all that a player has left. */
  left({ matchID }: Request, playerID: PlayerID, outcome: Outcome) {
    this.own(matchID, leaving(playerID), playerID, outcome);
  }

  /** Sends the outcome of an action of the master itself to all. `playerID`: whom it concerns. */
  own(matchID: string, action: MasterAction, playerID: PlayerID, outcome: Outcome) {
    this.#done(outcome, { matchID, action, playerID });
  }

  /** Sends the whole match to the author of an action that had no effect: boardgame.io's client shows it until then. */
  *again(request: ActionRequest): Steps<void> {
    if (isGone(request.sender)) return;
    try {
      const stored = yield* this.#store.fetchWhole(request);
      if (stored.state) this.whole(stored, request);
    } catch (error) {
      this.#failures.report(error, request.matchID);
    }
  }

  /** Sends a viewer the whole match. */
  whole({ state, log, earlier, metadata, initialState }: Whole, { matchID, playerID, sender }: Viewer) {
    const begun = initialState && this.#failures.catching(matchID, () => this.#store.initialState(matchID, initialState));
    const part = { log: log ?? [], earlier: earlier ?? undefined, chat: chatHistoryOf(metadata, this.#mostChat) };
    // Callers send only matches with a state.
    const args = [matchID, { state, ...part, ...publicMatchData(metadata), initialState: begun, ...this.#about }];
    this.send({ playerID, type: 'sync', args, sync: this.#syncOf(state as StoredState) }, sender);
  }

  /** Subscribers are notified of leaves, too, which are no clients' actions. */
  #done({ proposal, next }: Outcome, { matchID, action, playerID, sync: made, sender }: Done) {
    const { state: prev, done: state } = proposal;
    this.#publish({ state, action, matchID } as MatchEvent);
    const sync = this.#syncOf(next);
    if (!this.#deltaState) {
      this.sendAll({ type: 'update', args: [matchID, state], prev, sync });
      return;
    }
    this.sendAll({ type: 'patch', args: [matchID, prev._stateID, prev, state], sync });
    // boardgame.io's client has predicted the action: the patch does not apply to its state.
    if (!made) this.send({ playerID, type: 'update', args: [matchID, state], sync }, sender);
  }

  /** Sends the author of an action their acknowledgements. The state is as it was. */
  #acknowledge({ matchID, playerID, sync, sender }: ActionRequest, { proposal, next }: Outcome) {
    if (isGone(sender)) return;
    const { refused } = proposal;
    // Actions that are acknowledged are numbered.
    const acks = refused ? acksTo({ playerID, sync: sync! }, refused) : acksOf(next);
    const args = [matchID, next._stateID, next, next];
    this.send({ playerID, type: 'patch', args, sync: this.#syncOf(next, acks) }, sender);
  }

  /** Returns the data that accompany a state: acknowledgements and undo rights, and the present moment if the match has a clock. */
  #syncOf(state: StoredState, acks?: Parameters<typeof syncOf>[2]): NonNullable<OwnMessage['sync']> {
    const sync = syncOf(this.#engine, state, acks);
    return state.ctx.clock ? { ...sync, now: this.#master.now() } : sync;
  }

  #publish(event: MatchEvent) {
    this.#master.inspector?.published(event);
    this.#failures.catching(event.matchID, () => this.#master.subscribeCallback(event));
  }
}
