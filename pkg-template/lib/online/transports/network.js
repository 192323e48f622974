import { REAL_TIME, virtualTime } from '../../util/clock.js';
import { PATCHES } from '../wire-formats.js';
import { makeNetwork } from './bad-network.js';

/**
 * A bad network, the same again for the same seed: its links deliver late, twice, out of order or not at all.
 * It carries JSON text, so that the two sides of a link share no objects, as over a real network.
 *
 * It has a clock of its own, which advances in `run()`, unless `clock` is `'real'`, or another network's clock.
 * Its settings may be changed at any time. Without `reorder`, messages of one link keep their order.
 *
 * @param {import('../../../testing.d.ts').NetworkOpts} [options]
 * @returns {import('../../../testing.d.ts').Network}
 */
export function network({ clock, ...conditions } = {}) {
  const time = clock === 'real' ? REAL_TIME : clock ?? virtualTime();
  return makeNetwork(conditions, { time, messages: PATCHES });
}
