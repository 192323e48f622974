import { rondelError } from '../../util/error.js';
import { messageOf } from '../../util/print.js';
import { COMPARING_CHECKS } from './comparing.js';
import { CONTRACT_CHECKS } from './contract.js';
import { Fixture } from './fixture.js';
import { QUARANTINE_CHECKS } from './quarantine.js';
import { SERVER_CHECKS } from './for-servers.js';
import { PAGE_CHECKS } from './pages.js';
import { VALUE_CHECKS } from './values.js';
import type { StorageAPI } from '../../../types/master.js';
import type { CheckedStorage } from './fixture.js';

type MakeStorage = Parameters<typeof checkStorage>[0];

/** A failed check, with the reason. */
interface Failure {
  name: string;
  message: string;
}

const REQUIRED: (keyof CheckedStorage)[] = ['connect', 'createMatch', 'setState', 'setMetadata', 'fetch', 'wipe', 'listMatches'];

/** Optional methods of a storage. */
const OPTIONAL: (keyof CheckedStorage)[] = [
  'createMatchIfAbsent', 'compareAndSetState', 'compareAndSetMetadata', 'compareAndWipe', 'quarantine', 'listQuarantined', 'restoreQuarantined',
  'fetchLogSince', 'fetchLogPart', 'listPage', 'listIdle', 'fetchDue', 'fetchStorageID', 'renewLease', 'fetchLeases', 'endLease',
];

const CHECKS = [...CONTRACT_CHECKS, ...VALUE_CHECKS, ...COMPARING_CHECKS, ...QUARANTINE_CHECKS, ...SERVER_CHECKS, ...PAGE_CHECKS];

/**
 * Checks that a storage does what masters and servers rely on: boardgame.io's contract, unusual names and values, and that its optional
 * methods compare and write atomically. It creates its own matches, wipes them at the end, and needs no test runner. Calls `connect()`.
 *
 * The error has the code `testing/storage` and describes all failed checks; `error.payload` is `{ failures, lacking }`.
 *
 * @example
 * test('the storage keeps what it is given', async () => {
 *   await checkStorage(() => new MyStorage());
 * });
 */
export async function checkStorage(
  makeStorage: () => StorageAPI.Sync | StorageAPI.Async | Promise<StorageAPI.Sync | StorageAPI.Async>,
  options: {
    /**
     * `true` if all storages from `makeStorage` hold the same matches, as databases do. The checks then let two of them race. Default:
     * `false`.
     */
    shared?: boolean,
  } = {},
): Promise<{
  /** Names of the checks that passed. */
  checked: string[],
  /** Optional methods that the storage lacks. */
  lacking: string[],
}> {
  const { shared = false } = options;
  if (typeof makeStorage !== 'function') throw rondelError('testing/storage', 'makeStorage: expected a function that returns a storage');
  const storage = await opened(makeStorage);
  const other = shared ? await opened(makeStorage) : storage;
  const lacking = missingOf(storage, OPTIONAL);
  const checks = CHECKS.filter(({ needs = [] }) => !needs.some((method) => lacking.includes(method)));
  const failures: Failure[] = [];
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

async function opened(makeStorage: MakeStorage): Promise<CheckedStorage> {
  const storage = await makeStorage() as CheckedStorage;
  const failures = missingOf(storage, REQUIRED).map(absence);
  if (failures.length > 0) throw rondelError('testing/storage', reportOf(failures), { failures, lacking: missingOf(storage, OPTIONAL) });
  await storage.connect();
  return storage;
}

function missingOf(storage: Partial<CheckedStorage> | undefined, methods: (keyof CheckedStorage)[]) {
  return methods.filter((method) => typeof storage?.[method] !== 'function');
}

function absence(method: string): Failure {
  return { name: method, message: "there is no such method; a storage extends Sync or Async of 'rondel/internal'" };
}

function reportOf(failures: Failure[]) {
  return ['the storage does not keep what it is given:', ...failures.map(({ name, message }) => `- ${name}: ${message}`)].join('\n');
}
