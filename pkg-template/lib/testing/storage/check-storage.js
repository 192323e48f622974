import { rondelError } from '../../util/error.js';
import { messageOf } from '../../util/print.js';
import { COMPARING_CHECKS } from './comparing.js';
import { CONTRACT_CHECKS } from './contract.js';
import { Fixture } from './fixture.js';
import { QUARANTINE_CHECKS } from './quarantine.js';
import { SERVER_CHECKS } from './for-servers.js';
import { PAGE_CHECKS } from './pages.js';
import { VALUE_CHECKS } from './values.js';

const REQUIRED = ['connect', 'createMatch', 'setState', 'setMetadata', 'fetch', 'wipe', 'listMatches'];

/** Methods that a storage may lack. */
const OPTIONAL = [
  'createMatchIfAbsent', 'compareAndSetState', 'compareAndSetMetadata', 'compareAndWipe', 'quarantine', 'listQuarantined', 'restoreQuarantined',
  'fetchLogSince', 'fetchLogPart', 'listPage', 'listIdle', 'fetchStorageID', 'renewLease', 'fetchLeases', 'endLease',
];

const CHECKS = [...CONTRACT_CHECKS, ...VALUE_CHECKS, ...COMPARING_CHECKS, ...QUARANTINE_CHECKS, ...SERVER_CHECKS, ...PAGE_CHECKS];

/**
 * Checks the behaviour that masters and servers rely on, on matches of its own.
 *
 * @type {typeof import('../../../testing.js').checkStorage}
 */
export async function checkStorage(makeStorage, { shared = false } = {}) {
  if (typeof makeStorage !== 'function') throw rondelError('testing/storage', 'makeStorage: expected a function that returns a storage');
  const storage = await opened(makeStorage);
  const other = shared ? await opened(makeStorage) : storage;
  const lacking = missingOf(storage, OPTIONAL);
  const checks = CHECKS.filter(({ needs = [] }) => !needs.some((method) => lacking.includes(method)));
  const failures = [];
  for (const { name, run } of checks) {
    const fixture = new Fixture(storage, other);
    try {
      await run(fixture);
    } catch (error) {
      failures.push({ name, message: messageOf(error) });
    } finally {
      await fixture.clear();
    }
  }
  if (failures.length > 0) throw rondelError('testing/storage', reportOf(failures), { failures, lacking });
  return { checked: checks.map(({ name }) => name), lacking };
}

async function opened(makeStorage) {
  const storage = await makeStorage();
  const failures = missingOf(storage, REQUIRED).map(absence);
  if (failures.length > 0) throw rondelError('testing/storage', reportOf(failures), { failures, lacking: missingOf(storage, OPTIONAL) });
  await storage.connect();
  return storage;
}

function missingOf(storage, methods) {
  return methods.filter((method) => typeof storage?.[method] !== 'function');
}

function absence(method) {
  return { name: method, message: "there is no such method; a storage extends Sync or Async of 'rondel/internal'" };
}

function reportOf(failures) {
  return ['the storage does not keep what it is given:', ...failures.map(({ name, message }) => `- ${name}: ${message}`)].join('\n');
}
