// The reference's table of limits has the code's defaults.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { DEFAULT_LIMITS } from '../../../pkg-server/lib/limit-defaults.js';

const REFERENCE = new URL('../../../docs/reference/server.md', import.meta.url);

test('the reference names each limit of a server with its default', () => {
  const rows = [...readFileSync(REFERENCE, 'utf8').matchAll(/^\| `(\w+)\.(\w+)` \| ([\d,]+|none) \| /gm)];
  const documented = rows.map(([, group, field, amount]) => [`${group}.${field}`, amount === 'none' ? Infinity : Number(amount.replaceAll(',', ''))]);
  const groups = Object.entries(DEFAULT_LIMITS);
  const amounts = groups.flatMap(([group, fields]) => Object.entries(fields).map(([field, amount]) => [`${group}.${field}`, amount]));
  assert.deepEqual(documented, amounts);
});
