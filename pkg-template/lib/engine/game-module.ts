import { BOUNDARY_VERSION } from './codes.js';
import { makeImports } from './imports.js';
import { instanceOf } from './instance.js';
import { ModuleMemory } from './module-memory.js';
import { ShownValues } from './shown-values.js';
import { rondelError } from '../util/error.js';
import type { Exports, Glue, Instance } from './instance.js';
import type { MemoryExports } from './module-memory.js';

/** Returns the compiled module of a game, or its bytes. */
export type Compile = () => WebAssembly.Module | BufferSource;

/** The instance of a game's module. */
type GameInstance = Instance & { shown: ShownValues };

type Imports = ReturnType<typeof makeImports>;
type Import = Imports[string];

/** The name under which a game's module imports all that it needs. */
const IMPORTED = 'rondel';

const CLASSES = ['GameEngine', 'OnlineClient', 'Viewer', 'Searcher'];

/**
 * Parameters of the imports that take more than numbers, one letter each: `t` is a text (pointer and length in bytes), `l` a list of
 * numbers (pointer and number of items), `b` a boolean, `n` a number.
 */
const PARAMETERS: Record<string, string> = {
  numbersAt: 'nl',
  setName: 'nt',
  raise: 'ttt',
  warn: 't',
  setRefusal: 'ttn',
  keepRefusal: 'ttn',
  makeError: 'ttn',
  makePlugins: 'tbnnnn',
  conclude: 'nnnnl',
  parse: 't',
  patched: 'nt',
  panicked: 't',
  addCandidate: 'nnttnnn',
  noteFailed: 'nttt',
};

/** The imports that return a text. */
const TEXTS = ['textAt', 'jsonText', 'seed'];

/**
 * The instances of a game's module, which is written in Rust: a function that returns the present one, as `instanceOf`. All games
 * that are compiled by the same function share it.
 */
const modules = new WeakMap<Compile, () => GameInstance>();

/**
 * The present instance of the module that holds a game written in Rust, with marks of what it has shown.
 *
 * @param compile called when the first match begins
 */
export function gameModule(compile: Compile) {
  let load = modules.get(compile);
  if (!load) {
    const instance = instanceOf(new GameGlue(), CLASSES);
    load = () => withMarks(instance(() => moduleOf(compile())));
    modules.set(compile, load);
  }
  return load();
}

/** Marks do not outlive the instance: a new one knows nothing of what the old one has shown. */
function withMarks(instance: Instance) {
  instance.shown ??= new ShownValues();
  return instance as GameInstance;
}

/** Does for a game's module what wasm-bindgen's file does for the engine's. */
class GameGlue implements Glue {
  imports = null as unknown as Imports & Glue['imports'];

  initSync({ module }: { module: WebAssembly.Module }) {
    const memory = new ModuleMemory();
    // The calls of an instance that has failed, and still run, go on with the imports of that one.
    this.imports = makeImports() as GameGlue['imports'];
    const { exports } = new WebAssembly.Instance(module, { [IMPORTED]: bound(this.imports, memory, module) });
    expectVersion(exports);
    memory.of(exports as unknown as MemoryExports);
    return exports;
  }

  /** Nothing outlives an instance. */
  __wbg_reset_state() {}

  recovery({ __stack_pointer: pointer, rondel_recover: recover }: Exports) {
    const bottom = pointer.value;
    return {
      stack: () => pointer.value,
      unwind(stack = bottom) {
        pointer.value = stack;
      },
      recover() {
        if (recover() !== 0) throw new Error('the module could not recover from a panic');
      },
    };
  }
}

function moduleOf(compiled: ReturnType<Compile>): WebAssembly.Module {
  // `instanceof` fails for a module of another realm.
  return Object.prototype.toString.call(compiled) === '[object WebAssembly.Module]' ? compiled as WebAssembly.Module : new WebAssembly.Module(compiled as BufferSource);
}

function expectVersion({ rondel_version: versionOf }: WebAssembly.Exports) {
  const version = typeof versionOf === 'function' ? versionOf() : 0;
  if (version !== BOUNDARY_VERSION) throw otherBoundary(version);
}

/** The error of a module, or of its description, that another version of the boundary was made for. */
export function otherBoundary(version: unknown) {
  const message = `the game's module was built for version ${version} of the boundary; this package has version ${BOUNDARY_VERSION}: `
    + 'the crate and the package of rondel have to be of the same release; update the older one, and build the game again by npx rondel build-game';
  return rondelError('engine/version', message);
}

/** The functions that a module imports, with texts and lists read from its memory. Any other import is missing here, and is an error. */
function bound(imports: Imports, memory: ModuleMemory, module: WebAssembly.Module) {
  const wanted = WebAssembly.Module.imports(module).filter(({ module: from }) => from === IMPORTED);
  return Object.fromEntries(wanted.map(({ name }) => [name, boundOne(name, imports, memory)]));
}

function boundOne(name: string, imports: Imports, memory: ModuleMemory) {
  const called = imports[name];
  if (!called) throw rondelError('engine/version', `the game's module imports ${name}, which this version of rondel does not have`);
  if (TEXTS.includes(name)) return (a: number) => memory.write(called(a));
  return Object.hasOwn(PARAMETERS, name) ? decoding(PARAMETERS[name], called, memory) : called;
}

/** The kinds that are called often are written out. */
function decoding(kinds: string, called: Import, memory: ModuleMemory) {
  if (kinds === 't') return (pointer: number, length: number) => called(memory.text(pointer, length));
  if (kinds === 'nt') return (a: number, pointer: number, length: number) => called(a, memory.text(pointer, length));
  return (...raw: number[]) => called(...decoded(kinds, raw, memory));
}

function decoded(kinds: string, raw: number[], memory: ModuleMemory) {
  let at = 0;
  const next = () => raw[at++];
  return Array.from(kinds, (kind) => {
    if (kind === 't') return memory.text(next(), next());
    if (kind === 'l') return memory.numbers(next(), next());
    return kind === 'b' ? next() !== 0 : next();
  });
}
