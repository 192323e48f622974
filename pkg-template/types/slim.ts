/**
 * Where a module comes from: its address, a response or bytes, or the compiled module itself, as runtimes that may not
 * compile give it: `import wasm from 'rondel/engine.wasm'` in Cloudflare's Workers.
 */
export type Source = Given | Promise<Given>;

type Given = string | URL | Response | BufferSource | (WebAssembly.Module & object);
