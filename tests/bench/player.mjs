// The process in which `runtimes.mjs` has Node play a scenario. Arguments: the bundles of the slices and of a library, and the scenario.
import { loadEngine } from './engines.mjs';
import { takeTurns } from './turns.mjs';

const [, , slices, library, part] = process.argv;
const [{ slice }, loaded] = await Promise.all([slices, library].map(loadEngine));
takeTurns((isWarmUp) => slice(loaded, part, isWarmUp));
