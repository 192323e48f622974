// Slow: it fills stacks of other sizes, to the last level.
// The stack overflows, whatever its size.
import { runCases } from './harness.mjs';

/** Fewer levels: the cases are those of overflow.test.mjs. */
const SMALL = { flags: ['--stack-size=250'], env: { RONDEL_FAULTS_LEVELS: '300' }, where: 'on a small stack' };
const LARGE = { flags: ['--stack-size=3900'], env: { RONDEL_FAULTS_LEVELS: '300' }, where: 'on a large stack' };

await runCases('overflow', SMALL);
await runCases('overflow-in-games', LARGE);
await runCases('nested', SMALL);
await runCases('nested', LARGE);
