declare const module: WebAssembly.Module;
/** As runtimes give it that know modules of WebAssembly, Cloudflare's Workers among them. */
export default module;
