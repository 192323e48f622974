// Names of boardgame.io before 0.40, which no longer exist in 0.50.

import { keyOf, nodesOf, unwrapped } from '../syntax/nodes.js';
import type { Node } from '../syntax/source-file.js';
import type { Place } from './declarations.js';
import type { GameCode } from './game-code.js';
import { optionOf, usesOf } from './queries.js';
import type { Rule } from './rule.js';

const LINK = 'games-in-the-positional-style';

/** Fields of games before 0.33, and their names since. */
const RENAMED: Record<string, string> = {
  allowedMoves: 'moves of the phase or stage', endGameIf: 'endIf', endTurnIf: 'turn.endIf', flow: 'turn, phases, endIf', movesPerTurn: 'turn.maxMoves',
  onTurnBegin: 'turn.onBegin', onTurnEnd: 'turn.onEnd', optimisticUpdate: 'client: false of a move', startingPhase: 'start: true of a phase',
};

/** Rules for projects on boardgame.io before 0.50. */
export const OLD_RULES: readonly Rule[] = [
  {
    name: 'gameID', kind: 'left', link: LINK, text: 'gameID is matchID since boardgame.io 0.40',
    find: (code) => named(code, (name) => name === 'gameID'),
  },
  {
    name: 'multiplayer without a transport', kind: 'left', link: LINK, text: "multiplayer is Local() or SocketIO({ server }) of 'rondel/multiplayer' since boardgame.io 0.34",
    find: (code) => usesOf(code, 'Client').flatMap(({ file, node }) => {
      const value = unwrapped(optionOf(node, 'multiplayer'));
      return value && (value.is('object') || value.text() === 'true') ? [{ file, node: value }] : [];
    }),
  },
  ...Object.entries(RENAMED).map(([old, now]): Rule => ({
    name: old, kind: 'left', link: LINK, text: `${old} is ${now} since boardgame.io 0.33`,
    find: (code) => named(code, (name) => name === old),
  })),
];

/** Returns fields and attributes of these names, in files that import boardgame.io or Rondel. */
function named(code: GameCode, isOld: (name: string) => boolean): Place[] {
  const files = code.files.filter(({ path, text }) => code.project.styleOf(path) === 'positional' && /['"](boardgame\.io|rondel)\//.test(text));
  return files.flatMap((file) => [
    ...nodesOf(file.root, 'pair', 'method_definition', 'shorthand_property_identifier').filter((member: Node) => isOld(keyOf(member) ?? '')),
    ...nodesOf(file.root, 'jsx_attribute').filter((attribute: Node) => isOld(attribute.namedChildren()[0]?.text() ?? '')),
  ].map((node) => ({ file, node })));
}
