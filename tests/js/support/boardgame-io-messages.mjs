/**
 * A transport that sends boardgame.io's messages by its own `say(type, ...args)`.
 *
 * @template {new (...args: any[]) => any} T
 * @param {T} Transport of the release under test
 */
export const withMessages = (Transport) => class extends Transport {
  requestSync() {
    this.say('sync', this.matchID, this.playerID, this.credentials, this.numPlayers, this.about);
  }

  sendAction(state, action) {
    this.say('update', action, state._stateID, this.matchID, this.playerID);
  }

  sendChatMessage(matchID, message) {
    this.say('chat', matchID, message, this.credentials);
  }
};
