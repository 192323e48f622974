import type { Description } from './describe.js';

/**
 * Returns the types of a package's games, index.d.ts. A type of the package is written as its own code describes it.
 *
 * @param names names of the exports
 */
export function typesOf(games: Description[], names: string[]) {
  const [only] = games;
  if (games.length === 1) {
    const { lines, type, comment } = declared(only);
    return `${lines.join('\n')}\n\n${below(comment, `declare const game: ${type};`)}\nexport { game as ${names[0]} };\nexport default game;\n`;
  }
  const blocks = games.map((game, i) => {
    const space = `${names[i][0].toUpperCase()}${names[i].slice(1)}`;
    const { lines, type, comment } = declared(game);
    const exported = below(comment, `export declare const ${names[i]}: ${space}.${type};`);
    return `/** The types of \`${names[i]}\`. */\nexport declare namespace ${space} {\n${indented(lines.join('\n'))}\n}\n${exported}\n`;
  });
  return blocks.join('\n');
}

/** Returns the types of the entry without the inlined module, slim.d.ts. */
export function slimTypes(games: unknown[]) {
  return `import type { Source } from 'rondel/slim';

export * from './index.js';
${games.length === 1 ? "export { default } from './index.js';\n" : ''}
/** Loads \`game.wasm\`, once: it has to be awaited before the first match. Without a source it lies beside this script. */
export declare function init(source?: Source): Promise<void>;
`;
}

function declared({ types, moves, phases = [], phaseComment, stages = [], stageComment, G, setupData, outcome, payload }: Description) {
  // The game's own types keep their names.
  const named = (name: string): string => (types.some((type) => type.name === name) ? named(`${name}_`) : name);
  const [state, played, phase, stage, data, over, game] = ['G', 'Moves', 'Phase', 'Stage', 'SetupData', 'Outcome', 'Game'].map(named);
  const all = `G: ${state}; moves: ${played}; phase: ${phase}; stage: ${stage}; setupData: ${data}; outcome: ${over}${payload ? `; payload: ${payload}` : ''}`;
  const declarations: [comment: string | undefined, line: string][] = [
    ...types.map(({ name, type, comment }): [string | undefined, string] => [comment, `export type ${name} = ${type};`]),
    ['/** What players see of the game. */', `export type ${state} = ${G};`],
    ['', `export type ${played} = {\n${moves.map(moveText).join('')}};`],
    [phaseComment, `export type ${phase} = ${union(phases)};`],
    [stageComment, `export type ${stage} = ${union(stages)};`],
    ['', `export type ${data} = ${setupData ?? 'undefined'};`],
    ['/** What a match ends with: `ctx.gameover`. */', `export type ${over} = ${outcome};`],
    ['', `export type ${game} = import('rondel/rust-game').RustGame<{ ${all} }>;`],
  ];
  return { lines: declarations.map(([comment, line]) => below(comment, line)), type: game, comment: types.find(({ name }) => name === G)?.comment };
}

function moveText({ name, args, comment }: Description['moves'][number]) {
  const move = `${key(name)}: (${args.map((arg) => `${arg.name}${arg.optional ? '?' : ''}: ${arg.type}`).join(', ')}) => void;\n`;
  return indented(below(comment, move));
}

/** Returns a declaration below the author's comment, if any. */
function below(comment: string | undefined, line: string) {
  return comment ? `${comment}\n${line}` : line;
}

function indented(text: string) {
  return text.replace(/^(?=.)/gm, '  ');
}

function union(names: string[]) {
  return names.length === 0 ? 'never' : names.map((name) => JSON.stringify(name)).join(' | ');
}

/** Returns a name as a key of a type, with quotes if it needs them. */
function key(name: string) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
