// Slow: it starts a process for each fault. States that were stored or sent by others may be anything.
import { runCases } from './harness.mjs';

await runCases('states');
await runCases('stored');
