// The stack overflows, at any place.
import { runCases } from './harness.mjs';

await runCases('overflow');
await runCases('overflow-in-games');
await runCases('nested');
await runCases('long-matches');
