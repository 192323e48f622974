import type { CargoMetadata, CargoNode, Crate } from './crate.js';

/** Module name of the imports that a game's module may have. */
const OURS = 'rondel';
/** Imports that wasm-bindgen's generator would replace. */
const GENERATED = /^__wbindgen|^wbg$/;
const GENERATORS = ['wasm-bindgen', 'js-sys', 'web-sys'];

/** Throws if a module has imports that nobody provides. The error names the dependency that adds them. */
export function checkImports(module: WebAssembly.Module, crate: Crate) {
  const foreign = WebAssembly.Module.imports(module).find((one) => one.module !== OURS);
  if (!foreign) return;
  const what = `${crate.crateName} imports ${foreign.name} from ${JSON.stringify(foreign.module)}, which a game's module cannot import`;
  if (!GENERATED.test(foreign.module)) throw new Error(`${what}: a function that is declared extern and defined nowhere`);
  const path = pathTo(GENERATORS, crate.metadata);
  throw new Error(`${what}: ${path ? `${path.join(' → ')}. Leave out ${path[1]}, or its feature for JavaScript` : 'it is wasm-bindgen’s'}`);
}

/** Returns the shortest dependency path from the crate to one of these packages, not through rondel, as names. */
function pathTo(names: string[], { packages, resolve }: CargoMetadata) {
  const nameOf = (id: string) => packages.find((one) => one.id === id)!.name;
  const seen = new Set([resolve.root]);
  for (let paths = [[resolve.root as string]]; paths.length > 0;) {
    const found = paths.find((path) => names.includes(nameOf(path.at(-1)!)));
    if (found) return found.map(nameOf);
    paths = paths.flatMap((path) => depended(resolve, path.at(-1)!).filter((id) => nameOf(id) !== 'rondel' && !seen.has(id)).map((id) => {
      seen.add(id);
      return [...path, id];
    }));
  }
  return undefined;
}

function depended({ nodes }: CargoMetadata['resolve'], of: string) {
  const { deps = [] } = nodes.find(({ id }) => id === of) ?? {} as Partial<CargoNode>;
  return deps.filter(({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind === null)).map(({ pkg }) => pkg);
}
