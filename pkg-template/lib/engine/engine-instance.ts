import * as glue from './engine.js';
import { instanceOf } from './instance.js';

/** The instance of the engine's module, which the caller loads. */
export const engineInstance = /* @__PURE__ */ instanceOf(glue, ['GameEngine', 'OnlineClient']);
