// The stack overflows, at any place.
import { runCases } from './harness.mjs';

/** Fewer levels: the same cases with other stack sizes. */
const SMALL = { flags: ['--stack-size=250'], env: { RONDEL_FAULTS_LEVELS: '300' }, where: 'on a small stack' };
const LARGE = { flags: ['--stack-size=3900'], env: { RONDEL_FAULTS_LEVELS: '300' }, where: 'on a large stack' };

await runCases('overflow');
await runCases('overflow', SMALL);
await runCases('overflow-in-games');
await runCases('overflow-in-games', LARGE);
await runCases('nested');
await runCases('nested', SMALL);
await runCases('nested', LARGE);
await runCases('long-matches');
