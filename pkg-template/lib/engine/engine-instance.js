import * as glue from './engine.js';
import { instanceOf } from './instance.js';

/** The instance of the engine's module, whoever has loaded that. */
export const engineInstance = /* @__PURE__ */ instanceOf(glue, ['GameEngine', 'Snapshot', 'OnlineClient']);
