// A test process that starts nginx, prints the process IDs, and is killed: nginx-child.mjs
import { execFileSync } from 'node:child_process';
import { startProxy } from '../../support/proxies.mjs';

const proxy = await startProxy('nginx', 'nginx.conf', { 8000: 9 });
const workers = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  .map((line) => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === proxy.pid).map(([pid]) => pid);
process.send({ pids: [proxy.pid, ...workers], folder: proxy.folder });
