// A rolling restart of two nodes while matches are played through nginx and Caddy, by the files of docs/11-operating.md: scripts/load
// restart [MATCHES]. It prints how long players have waited, and what has become of their moves, and never fails because of a time.
import { restartUnderPlay } from '../../support/rolling-restart.mjs';
import { printTable } from '../measure.mjs';

const MATCHES = Number(process.argv[2] ?? 20);
const PROXIES = { nginx: 'nginx-nodes.conf', caddy: 'Caddyfile-nodes' };

const rows = [];
for (const [program, file] of Object.entries(PROXIES)) {
  for (const { way, moves, lost, waits } of await restartUnderPlay({ program, file, matches: MATCHES })) {
    const at = (share) => String(Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]));
    rows.push([program, way, String(moves), String(lost), at(0.5), at(0.99), at(1)]);
  }
}
printTable(['proxy', `clients of ${MATCHES} matches`, 'moves', 'lost', 'p50 ms', 'p99 ms', 'longest wait, ms'], rows);
process.exit();
