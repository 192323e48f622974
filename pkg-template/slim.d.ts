export * from './client.js';

/**
 * Where a module comes from: its address, a response or bytes, or the compiled module itself, as runtimes that may not
 * compile give it: `import wasm from 'rondel/engine.wasm'` in Cloudflare's Workers.
 */
export type Source = Given | Promise<Given>;

type Given = string | URL | Response | BufferSource | (WebAssembly.Module & object);

/**
 * Loads the engine. Has to be awaited before the first `Client()`, and before the first master: without it, these throw an error with the code
 * `engine/notLoaded`. Called again it loads nothing and returns what the first call returned; after a failure, it tries
 * again.
 *
 * @example
 * await init();
 * const client = Client({ game });
 */
export declare function init(source?: Source): Promise<void>;
