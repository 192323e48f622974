// What the module asks of its hosts: each takes as many values as are handed over, so that a value that is added on one side
// alone is not read at the place of another.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { Host } from '../../../pkg/lib/engine/host.js';
import { loadEngine } from '../../../pkg/lib/engine/load-engine.js';

const source = await readFile(new URL('../../../pkg/lib/engine/engine.js', import.meta.url), 'utf8');
/** `[name, parameters]` of each import that a host answers. */
const asked = [...source.matchAll(/boundary\.host\.(\w+)\((.*)\);/g)]
  .map(([, name, list]) => [name, list === '' ? 0 : list.replace(/\([^()]*\)/g, '').split(', ').length]);

test('hosts take as many values as each import hands over', () => {
  const hosts = [Host.prototype, ...hostsOfOnlinePlay()];
  assert.ok(asked.length > 60, `${asked.length} imports`);
  for (const [name, count] of asked) {
    const answering = hosts.filter((host) => name in host).map((host) => host[name]);
    assert.ok(answering.length > 0, `somebody answers ${name}`);
    for (const answer of answering) assert.ok(answer.length === count || takesTheRest(answer), `${name} takes ${answer.length} values of ${count}`);
  }
});

/** Those of a client and of its master. */
function hostsOfOnlinePlay() {
  const hosts = [];
  for (const owner of [loadEngine().OnlineClient, loadEngine().OnlineMaster]) {
    const { make } = owner;
    owner.make = (host) => {
      hosts.push(host);
      return make.call(owner, host);
    };
  }
  const client = Client({ game: { moves: { go() {} } }, multiplayer: Local({ fresh: true }), playerID: '0', debug: false });
  client.start();
  client.moves.go();
  client.stop();
  assert.equal(hosts.length, 2);
  return hosts;
}

function takesTheRest(answer) {
  return /^[^)]*\.\.\./.test(String(answer));
}
