import { printErrorOfMatch } from './failures.js';
import type { PlayerID } from '../../types/game.js';
import type { StoredMetadata } from './match-data.js';

/** What a host may set on its master: what it allows a sender, and what it is notified of. Senders are the host's own values, of any type. */
export class HostCalls {
  /**
   * Called with what a game, a storage, a transport or a subscriber throws, and once with each thing in a stored match that
   * makes no sense. By default it is printed in development.
   */
  declare onError: (error: unknown, where: { matchID: string }) => void;
  /**
   * For hosts: returns why this sender may do nothing any more, or null. Called when an action or a chat message is about to take
   * effect, which may be long after it was sent. By default it returns null.
   */
  declare whyNotCome: (sender: any) => { error: string; type?: string } | null;
  /** For hosts: why a match may not begin because this sender has asked for it; null, the default, if it may. */
  declare whyNotBegin: (sender: any) => string | null;
  /** For hosts: why this sender may not do anything that takes about so many bytes to store; null, the default, if they may. */
  declare whyNotAct: (sender: any, bytes: number) => string | null;
  /** @internal The setup data of a match that begins because this sender asks for it: only of senders that the host trusts. */
  declare setupDataOf: (sender: any) => unknown;
  /** For hosts: the address of a sender, or another text by which failures of the engine are counted that their requests cause; undefined: the match. */
  declare addressOf: (sender: any) => string | undefined;
  /** @internal A sender has asked for a match that had begun, of which these are the metadata. */
  declare hadBegun: (sender: any, matchID: string, metadata: StoredMetadata | undefined) => void;
  /** For hosts: called when an action of this sender, who has this seat, was refused, or had been acknowledged before. */
  declare hadNoEffect: (sender: any, seat: { matchID: string; playerID: PlayerID }) => void;
  /** For hosts: called when an action comes again that has been done: the master that did it may have ended before anybody was notified. */
  declare hadBeenDone: (matchID: string) => void;
  /** @internal Whether a match may have more, or fewer, players than the game allows: set by a page with bots, which gives their number. */
  declare isForAnyNumber: boolean;

  constructor() {
    this.onError = printErrorOfMatch;
    this.whyNotCome = (_sender) => null;
    this.whyNotBegin = (_sender) => null;
    this.whyNotAct = (_sender, _bytes) => null;
    this.setupDataOf = (_sender) => undefined;
    this.addressOf = (_sender) => undefined;
    this.hadBegun = (_sender, _matchID, _metadata) => {};
    this.hadNoEffect = (_sender, _seat) => {};
    this.hadBeenDone = (_matchID) => {};
    this.isForAnyNumber = false;
  }
}
