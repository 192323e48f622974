// What comes in has been stored or sent by somebody: it may be anything.
import { runCases } from './harness.mjs';

await runCases('states');
await runCases('stored');
