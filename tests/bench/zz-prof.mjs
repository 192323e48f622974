import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { setImmediate as nextTask } from 'node:timers/promises';
const S = await import('/work/wt-P/tests/bench/online-scenarios.mjs');
let n = 0;
const secs = Number(process.argv[2] ?? 5);
function match(rules) {
  const options = { game: rules, multiplayer: Local(), matchID: `match ${n += 1}`, numPlayers: 2, debug: false };
  const clients = ['0', '1'].map((playerID) => Client({ ...options, playerID }));
  const shown = [];
  clients.forEach((c, i) => { c.start(); c.subscribe((s) => { shown[i] = s; }); });
  return { move: (i) => clients[i % 2].moves.mark(i % 64), end() { clients.forEach((c) => { c.stop(); c.dispose(); }); } };
}
const rules = S.board();
let done = 0;
async function slice(ms) {
  let spent = 0, moves = 0; const r = { ...rules };
  while (spent < ms) {
    const m = match(r); await nextTask();
    const b = performance.now();
    for (let i = 0; i < 200; i++) m.move(i);
    await nextTask(); spent += performance.now() - b; moves += 200; done += 200; m.end(); await nextTask();
  }
  return spent * 1000 / moves;
}
await slice(2000);
done = 0; console.log("=====MEASURE"); const c0 = process.cpuUsage(); const r = await slice(secs * 1000); const c = process.cpuUsage(c0);
console.log(r.toFixed(1), 'us/move wall');
console.log('cpu us/move', ((c.user + c.system) / done).toFixed(1));
