// Preloaded by `--import`: replaces the stack probe by one that reserves nothing, as if an engine's optimiser had emptied it.
import { registerHooks } from 'node:module';

const EMPTY = `
globalThis.isStackUnchecked = true;
export function checkStack() {}
export function checkStackForSteps() {}
export function hasStackToAct() { return true; }
`;

registerHooks({
  load: (url, context, next) => (url.endsWith('/lib/engine/stack-probe.js') ? { format: 'module', source: EMPTY, shortCircuit: true } : next(url, context)),
});
