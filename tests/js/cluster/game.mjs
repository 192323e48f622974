/** A game in which every move leaves a mark: what was lost or done twice shows. Each player's own notes are a secret. */
export const marks = {
  name: 'marks',
  setup: (_, { seats = 2 } = {}) => ({ marks: [], notes: Object.fromEntries(Array.from({ length: seats }, (_seat, id) => [id, []])) }),
  playerView: ({ G, playerID }) => ({ ...G, notes: { [playerID]: G.notes[playerID] } }),
  turn: { activePlayers: { all: null } },
  moves: {
    mark: { move: ({ G }, tag) => { G.marks.push(tag); }, ignoreStaleStateID: true },
    note: { move: ({ G, playerID }, tag) => { G.notes[playerID].push(tag); }, ignoreStaleStateID: true, redact: true },
    /** Refused when somebody else has been quicker. */
    claim: ({ G }, tag) => { G.marks.push(tag); },
  },
};
