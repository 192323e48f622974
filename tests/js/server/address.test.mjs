// The address of a request, as connections and proxies name it.
import assert from 'node:assert/strict';
import { request as ask } from 'node:http';
import test from 'node:test';
import { Server } from 'rondel/server';
import { addressOf } from '../../../pkg-server/lib/address.js';

const from = (remoteAddress, forwarded) => ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } });

for (const [name, network] of Object.entries({
  '203.0.113.7': '203.0.113.7',
  '::ffff:203.0.113.7': '203.0.113.7',
  '::FFFF:cb00:7107': '203.0.113.7',
  '0:0:0:0:0:ffff:203.0.113.7': '203.0.113.7',
  '2001:db8:1:2:3:4:5:6': '2001:db8:1:2',
  '2001:0DB8:0001:0002::1': '2001:db8:1:2',
  '2001:db8::1': '2001:db8:0:0',
  '::1': '0:0:0:0',
  'fe80::1%eth0': 'fe80:0:0:0',
  '64:ff9b:1::203.0.113.7': '64:ff9b:1:0',
  '1::': '1:0:0:0',
})) {
  test(`${name} counts for ${network}`, () => {
    assert.equal(addressOf(from(name)), network);
    assert.equal(addressOf(from('10.0.0.1', name), 1), network, 'said by a proxy');
  });
}

test('two addresses of one IPv6 network count as one, those of two networks as two', () => {
  assert.equal(addressOf(from('2001:db8:1:2::1')), addressOf(from('2001:db8:1:2:ffff:ffff:ffff:ffff')));
  assert.notEqual(addressOf(from('2001:db8:1:2::1')), addressOf(from('2001:db8:1:3::1')));
});

test("without a trusted proxy, a header cannot change a client's address", () => {
  assert.equal(addressOf(from('203.0.113.7', '1.1.1.1')), '203.0.113.7');
  assert.equal(addressOf(from('10.0.0.1', '1.1.1.1, 203.0.113.7'), 1), '203.0.113.7');
  assert.equal(addressOf(from('10.0.0.1', '1.1.1.1, 203.0.113.7, 10.0.0.2'), 2), '203.0.113.7');
});

for (const [what, header] of Object.entries({
  'is not there': undefined,
  'has fewer entries than there are proxies': '203.0.113.7',
  'is empty': '',
  'holds commas alone': ',,,',
  'holds a word': 'unknown, 10.0.0.2',
  'holds what looks like an address': '999.1.1.1, 10.0.0.2',
  'holds too many groups': '1:2:3:4:5:6:7:8:9, 10.0.0.2',
})) {
  test(`if the header ${what}, the address is that of the connection`, () => {
    assert.equal(addressOf(from('10.0.0.1', header), 2), '10.0.0.1');
  });
}

test('an address may include its port, and the header may span several lines', () => {
  assert.equal(addressOf(from('10.0.0.1', '203.0.113.7:4711'), 1), '203.0.113.7');
  assert.equal(addressOf(from('10.0.0.1', '[2001:db8:1:2::1]:4711'), 1), '2001:db8:1:2');
  assert.equal(addressOf(from('10.0.0.1', ['1.1.1.1', '203.0.113.7, 10.0.0.2']), 2), '203.0.113.7');
});

test('a connection that has ended keeps its address, and one without has none', () => {
  const request = from('203.0.113.7');
  addressOf(request);
  request.socket.remoteAddress = undefined;
  assert.equal(addressOf(request), '203.0.113.7');
  assert.equal(addressOf(from(undefined)), '');
  assert.equal(addressOf({ headers: {} }), '');
});

test('a server returns the address of a request as its proxies have seen it', async (t) => {
  const server = Server({ games: [{ name: 'nim' }], origins: false, trustedProxies: 1 });
  server.router.get('/who', (ctx) => { ctx.body = server.addressOf(ctx.req); });
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  t.after(() => server.kill(running));
  const { port } = running.appServer.address();
  const asked = (headers) => new Promise((resolve, reject) => {
    ask({ port, host: '127.0.0.1', path: '/who', headers }, async (response) => resolve((await response.toArray()).join(''))).on('error', reject).end();
  });
  assert.equal(await asked({ 'X-Forwarded-For': '1.1.1.1, 203.0.113.7' }), '203.0.113.7');
  assert.equal(await asked({}), '127.0.0.1');
});
