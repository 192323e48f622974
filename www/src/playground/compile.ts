/** Compiles the files of a program for the frame. */
import { transform } from 'sucrase';
import { neededBy } from './imports.ts';
import { PACKAGES, type Program } from './protocol.ts';

/** Compiles a file and all files that it imports. TypeScript and JSX are removed, and lines keep their numbers. Throws an error that names the file. */
export function compile(sources: Readonly<Record<string, string>>, entry: string): Program {
  const { files, missing } = neededBy(sources, entry);
  if (missing) throw new Error(`${missing.file}: '${missing.specifier}' cannot be imported here. Choose from ${PACKAGES.join(', ')}.`);
  return files.map((name) => ({ name, code: compileFile(name, sources[name] ?? '') }));
}

function compileFile(name: string, source: string): string {
  try {
    return transform(shown(source), { transforms: ['typescript', 'jsx', 'imports'], jsxRuntime: 'automatic', production: true }).code;
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** A statement of a document that promises its value, `client.getState().G;  // => { points: 1 }`, prints its value. */
function shown(source: string): string {
  return source.replace(/^(?!\s|const |let |var |return |throw |import |export )([^\n]+?);(\s*\/\/ => )/gm, (_, expression: string, promise: string) => (
    `__show(${JSON.stringify(expression)}, ${expression});${promise}`
  ));
}
