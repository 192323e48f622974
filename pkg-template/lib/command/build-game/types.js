/**
 * The types of a package's games, index.d.ts. A type of the package is written as its own code describes it.
 *
 * @param {import('./describe.js').Description[]} games
 * @param {string[]} names under which they are exported
 */
export function typesOf(games, names) {
  const [only] = games;
  if (games.length === 1) {
    const { lines, type } = declared(only);
    return `${lines.join('\n')}\n\ndeclare const game: ${type};\nexport { game as ${names[0]} };\nexport default game;\n`;
  }
  const blocks = games.map((game, i) => {
    const space = `${names[i][0].toUpperCase()}${names[i].slice(1)}`;
    const { lines, type } = declared(game);
    const body = lines.join('\n').replace(/^(?=.)/gm, '  ');
    return `/** The types of \`${names[i]}\`. */\nexport declare namespace ${space} {\n${body}\n}\nexport declare const ${names[i]}: ${space}.${type};\n`;
  });
  return blocks.join('\n');
}

/**
 * The types of the entry without the module inside, slim.d.ts.
 *
 * @param {unknown[]} games
 */
export function slimTypes(games) {
  return `import type { Source } from 'rondel/slim';

export * from './index.js';
${games.length === 1 ? "export { default } from './index.js';\n" : ''}
/** Loads \`game.wasm\`, once: it has to be awaited before the first match. Without a source it lies beside this script. */
export declare function init(source?: Source): Promise<void>;
`;
}

/** @param {import('./describe.js').Description} game */
function declared({ types, moves, phases = [], stages = [], G, setupData, outcome }) {
  // The game's own types have their names.
  const named = (name) => (Object.hasOwn(types, name) ? named(`${name}_`) : name);
  const [state, played, phase, stage, data, over, game] = ['G', 'Moves', 'Phase', 'Stage', 'SetupData', 'Outcome', 'Game'].map(named);
  const all = `G: ${state}; moves: ${played}; phase: ${phase}; stage: ${stage}; setupData: ${data}; outcome: ${over}`;
  const lines = [
    ...Object.entries(types).map(([name, text]) => `export type ${name} = ${text};`),
    '/** What players see of the game. */',
    `export type ${state} = ${G};`,
    `export type ${played} = {${moves.map(moveText).join('')}\n};`,
    `export type ${phase} = ${union(phases)};`,
    `export type ${stage} = ${union(stages)};`,
    `export type ${data} = ${setupData ?? 'undefined'};`,
    '/** What a match ends with: `ctx.gameover`. */',
    `export type ${over} = ${outcome ?? 'any'};`,
    `export type ${game} = import('rondel/rust-game').RustGame<{ ${all} }>;`,
  ];
  return { lines, type: game };
}

function moveText({ name, args }) {
  return `\n  ${key(name)}: (${args.map((arg) => `${arg.name}${arg.optional ? '?' : ''}: ${arg.type}`).join(', ')}) => void;`;
}

function union(names) {
  return names.length === 0 ? 'never' : names.map((name) => JSON.stringify(name)).join(' | ');
}

/** A name as it stands in a type: with quotes where it needs them. */
function key(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
