// Slow: it starts a process for each fault. An error of any code harms no other match. The two runs in production take turns by day.
import { isForToday } from '../support/rotation.mjs';
import { runCases } from './harness.mjs';

await runCases('thrown-by-games');
await runCases('thrown-afterwards');
for (const [index, name] of ['thrown-by-games', 'thrown-afterwards'].entries()) {
  if (isForToday(index)) await runCases(name, { env: { NODE_ENV: 'production' }, where: 'production' });
}
await runCases('thrown-at-masters');
