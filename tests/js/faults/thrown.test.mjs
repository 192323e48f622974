// An error of any code harms no other match.
import { runCases } from './harness.mjs';

await runCases('thrown-by-games');
await runCases('thrown-by-games', { env: { NODE_ENV: 'production' }, where: 'production' });
await runCases('thrown-afterwards');
await runCases('thrown-afterwards', { env: { NODE_ENV: 'production' }, where: 'production' });
await runCases('thrown-at-masters');
