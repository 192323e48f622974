// Slow: it fills stacks. The stack overflows, at any place.
import { runCases } from './harness.mjs';

await runCases('overflow');
await runCases('overflow-in-games');
await runCases('nested');
await runCases('long-matches');
// V8 optimises WebAssembly that has run for a while; with this flag from the start.
if (!process.env.RONDEL_FAST) await runCases('overflow', { flags: ['--no-liftoff'], env: { RONDEL_FAULTS_LEVELS: '300' }, where: 'optimised' });
