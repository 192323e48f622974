export { checkDeterminism } from './lib/testing/determinism.js';
export { MockRandom } from './lib/testing/mock-random.js';
export { network } from './lib/online/transports/bad-network.js';
export { replay } from './lib/testing/replay.js';
export { checkSecrecy } from './lib/testing/secrecy.js';
export { checkStorage } from './lib/testing/storage/check-storage.js';

export type * from './types/testing.js';
