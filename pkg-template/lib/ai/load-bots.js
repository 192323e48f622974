import { instanceOf } from '../engine/instance.js';
import * as glue from './bots-engine.js';
import { bytes } from './bots-wasm.js';

/** The module asks two sets of imports: those of every engine, and those of the search. */
const imports = {
  setBoundary(boundary) {
    glue.imports.setBoundary(boundary);
    glue.searchImports.setBoundary(boundary);
  },
};

const botsInstance = /* @__PURE__ */ instanceOf(/** @type {any} */ ({ ...glue, imports }), ['Searcher']);

/** The instance of the module of bots for all that begins now. */
export const loadBots = () => botsInstance(() => new WebAssembly.Module(bytes()));
