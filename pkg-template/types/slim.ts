/**
 * Source of a WebAssembly module: its URL, a response, its bytes, or the compiled module. Runtimes that cannot compile import the latter:
 * `import wasm from 'rondel/engine.wasm'` in Cloudflare Workers.
 */
export type Source = Given | Promise<Given>;

type Given = string | URL | Response | BufferSource | (WebAssembly.Module & object);
