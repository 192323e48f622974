import { rondelError } from '../../util/error.js';
import type { Source } from '../../../types/slim.js';

/** The resolved source. */
type Given = Awaited<Source>;

/** A module that a page loads itself, before it needs an instance. */
export class GivenModule {
  #module: WebAssembly.Module | undefined;
  #loading: Promise<void> | undefined;
  #fingerprint: string;
  #entry: string;

  /**
   * @param fingerprint what its file contains, if it is of the same build as this one
   * @param entry whose `init` loads it, for errors
   */
  constructor(fingerprint: string, entry: string = 'rondel/slim') {
    this.#fingerprint = fingerprint;
    this.#entry = entry;
  }

  get() {
    if (!this.#module) throw rondelError('engine/notLoaded', `${this.#entry}: call \`await init()\` first`);
    return this.#module;
  }

  /** Loads it, once; after a failure, it may be tried again. */
  load(source: Source) {
    return this.#loading ??= this.#take(source);
  }

  async #take(source: Source) {
    try {
      const module = await moduleOf(await source);
      if (fingerprintOf(module) !== this.#fingerprint) throw otherVersion(this.#entry);
      this.#module = module;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}

function fingerprintOf(module: WebAssembly.Module) {
  const [section] = WebAssembly.Module.customSections(module, 'rondel');
  return section && String.fromCharCode(...new Uint8Array(section));
}

function otherVersion(entry: string) {
  const message = `${entry}: what init() was given is of another version than the scripts of this page: load the .wasm file that came with them; a cache may have kept an older one`;
  return rondelError('engine/version', message);
}

async function moduleOf(source: Given): Promise<WebAssembly.Module> {
  switch (kindOf(source)) {
    case 'WebAssembly.Module':
      return source as WebAssembly.Module;
    case 'Response':
      return compileResponse(source as Response);
    case 'String':
    case 'URL':
      return moduleAt(String(source));
    default:
      return WebAssembly.compile(source as BufferSource);
  }
}

/** Returns the name of the source's class. `instanceof` fails for objects of another realm, in pages and tests. */
function kindOf(source: Given) {
  return Object.prototype.toString.call(source).slice('[object '.length, -1);
}

async function moduleAt(url: string) {
  if (!url.startsWith('file:')) return compileResponse(await fetch(url));
  // No `import`: bundlers for pages would look for it.
  const { readFileSync } = globalThis.process.getBuiltinModule('node:fs');
  const { fileURLToPath } = globalThis.process.getBuiltinModule('node:url');
  return WebAssembly.compile(readFileSync(fileURLToPath(url)));
}

async function compileResponse(response: Response) {
  if (!response.ok) {
    throw rondelError('engine/notLoaded', `${response.url || 'the response with the module'}: the server responded with ${response.status}`);
  }
  // Browsers compile nothing else while it arrives.
  const isTyped = /^application\/wasm$/i.test(response.headers.get('content-type') ?? '');
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
