// Slow: it needs nginx, Caddy, a Postgres and a Redis.
// Two nodes behind the proxies of the guide are restarted one after the other while matches are played: no move is lost, by any transport.
// How long players wait is printed by scripts/load restart.
import assert from 'node:assert/strict';
import test from 'node:test';
import { WAYS } from '../../support/operating.mjs';
import { restartUnderPlay } from '../../support/rolling-restart.mjs';

for (const [program, file] of /** @type {const} */ ([['nginx', 'nginx-nodes.conf'], ['caddy', 'Caddyfile-nodes']])) {
  test(`a rolling restart behind ${program}`, async () => {
    const rounds = await restartUnderPlay({ program, file, matches: 3, calm: 500 });
    assert.deepEqual(rounds.map(({ way, lost }) => [way, lost]), Object.keys(WAYS).map((way) => [way, 0]));
    for (const { way, moves } of rounds) assert.ok(moves > 5, `${moves} moves by ${way}`);
  });
}
