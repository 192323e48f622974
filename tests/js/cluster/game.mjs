/** A game in which every move leaves a mark, so that lost or repeated moves show. Each player's own notes are a secret. */
export const marks = {
  name: 'marks',
  setup: (_, { seats = 2 } = {}) => ({ marks: [], notes: Object.fromEntries(Array.from({ length: seats }, (_seat, id) => [id, []])) }),
  playerView: ({ G, playerID }) => ({ ...G, notes: { [playerID]: G.notes[playerID] } }),
  turn: { activePlayers: { all: null } },
  moves: {
    mark: { move: ({ G }, tag) => { G.marks.push(tag); }, ignoreStaleStateID: true },
    note: { move: ({ G, playerID }, tag) => { G.notes[playerID].push(tag); }, ignoreStaleStateID: true, redact: true },
    /** Refused if another player was faster. */
    claim: ({ G }, tag) => { G.marks.push(tag); },
  },
};

/** Number of turns of `hurried`. */
export const TURNS = 4;

/** A game in which nobody acts. */
export const hurried = {
  name: 'hurried',
  setup: () => ({ late: [] }),
  turn: { time: 1000, onTimeout: ({ G, playerID }) => { G.late.push(playerID); } },
  endIf: ({ G }) => (G.late.length === TURNS ? true : undefined),
};
