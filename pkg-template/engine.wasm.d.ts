declare const module: WebAssembly.Module;
/** The compiled module, in runtimes that import WebAssembly modules, such as Cloudflare Workers. */
export default module;
