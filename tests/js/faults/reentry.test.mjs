// Calls from within, loops without end, and ends in the midst of things.
import { runCases } from './harness.mjs';

await runCases('reentry');
