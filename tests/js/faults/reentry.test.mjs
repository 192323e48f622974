// Slow: half a minute of endless loops.
// Calls from within, endless loops, and clients disposed of during a call.
import { runCases } from './harness.mjs';

await runCases('reentry');
