/** A list that both players add to as they like. */
export const game = {
  name: 'list',
  setup: () => ({ list: [] }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G }, thing) => { G.list.push(thing); } },
};
