/** What a host may set on its master, besides `onError`: what it allows a sender, and what it is notified of. */
export class HostCalls {
  constructor() {
    /** Returns why a sender may do nothing any more, or null. Called when a permitted request is about to take effect. */
    this.whyNotCome = (_sender) => /** @type {{ error: string, type?: string } | null} */ (null);
    /** Null if a sender may: why they may not begin a match by asking for it, and may not act, which takes so many bytes to store. */
    this.whyNotBegin = (_sender) => null;
    this.whyNotAct = (_sender, _bytes) => null;
    /** The setup data of a match that begins because this sender asks for it: only of senders that the host trusts. */
    this.setupDataOf = (_sender) => /** @type {unknown} */ (undefined);
    /** Who is charged if this sender's request makes the engine fail, such as an address; undefined or empty charges the match. */
    this.payerOf = (_sender) => /** @type {string | undefined} */ (undefined);
    /** A sender has asked for a match that had begun, of which these are the metadata. */
    this.hadBegun = (_sender, _matchID, _metadata) => {};
    /** An action of this sender, who has this seat, was refused, or had been acknowledged before. */
    this.hadNoEffect = (_sender, _seat) => {};
    /** An action arrives that is stored already. The process that did it may have ended before anybody was notified. */
    this.hadBeenDone = (_matchID) => {};
    /** Whether a match may have more, or fewer, players than the game allows: set by a page with bots, which gives their number. */
    this.isForAnyNumber = false;
  }
}
