import { PANEL } from '../util/marks.js';
import { noop } from '../util/noop.js';
import { reportUncaught } from '../util/print.js';
import type { DebugOptions, DebugPanel, InspectedClient, PanelAccess } from '../../types/debug.js';

/** Pages that tests simulate: they show nothing. */
const SIMULATED = /jsdom|happy-?dom/i;

/**
 * Shows a client in the debug panel. Returns a function that removes it. A production build contains only the panel of the option `impl`.
 *
 * @param debug the client's option; anything
 */
export function showInPanel(client: InspectedClient, debug: unknown): () => void {
  if (debug === false || !hasPage()) return noop;
  const options = Object(debug) as DebugOptions;
  if (options.impl) return added(options.impl, client, options);
  try {
    return showInDevelopment(client, options);
  } catch {
    // Without a bundler there is no `process`.
    return noop;
  }
}

/** Adds a client to a panel. A panel that throws does not keep the client from starting. */
function added(panel: DebugPanel, client: InspectedClient, options: DebugOptions) {
  try {
    return panel.add(client, options);
  } catch (error) {
    reportUncaught(error);
    return noop;
  }
}

/** Bundlers drop the import, because the condition is written at it. Rollup drops nothing within `try`. */
function showInDevelopment(client: InspectedClient, options: DebugOptions) {
  if (process.env.NODE_ENV !== 'production') return showWhenLoaded(import('../debug/debug.js'), client, options);
  return noop;
}

function hasPage() {
  return typeof document !== 'undefined' && typeof window !== 'undefined' && !SIMULATED.test(globalThis.navigator?.userAgent ?? '');
}

function showWhenLoaded(loading: Promise<{ Debug: DebugPanel }>, client: InspectedClient, options: DebugOptions) {
  // The match can be replayed from the state at this time, not only from when the panel has been loaded.
  (client[PANEL] as () => PanelAccess)();
  let isStopped = false;
  let remove: () => void = noop;
  const stop = () => {
    isStopped = true;
    remove();
  };
  loading.then(({ Debug }) => {
    if (!isStopped) remove = added(Debug, client, options);
  }).catch(reportUncaught);
  return stop;
}
