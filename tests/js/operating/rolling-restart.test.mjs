// Slow: it needs nginx, Caddy, a Postgres and a Redis. Two nodes behind the guide's proxies are restarted one after the other during
// matches: no move is lost, over any transport. scripts/load restart prints how long players wait.
import assert from 'node:assert/strict';
import test from 'node:test';
import { WAYS } from '../../support/operating.mjs';
import { restartUnderPlay } from '../../support/rolling-restart.mjs';

for (const [program, file] of /** @type {const} */ ([['nginx', 'nginx-nodes.conf'], ['caddy', 'Caddyfile-nodes']])) {
  test(`no move is lost in a rolling restart behind ${program}`, async () => {
    const rounds = await restartUnderPlay({ program, file, matches: 3, calm: 500 });
    assert.deepEqual(rounds.map(({ way, lost }) => [way, lost]), Object.keys(WAYS).map((way) => [way, 0]));
    for (const { way, moves } of rounds) assert.ok(moves > 5, `${moves} moves by ${way}`);
  });
}
