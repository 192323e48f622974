// The games played at storages that crash.
import { FlatFile, Postgres, Sqlite } from 'rondel/server';

export const MATCHES = Array.from({ length: 8 }, (_, i) => `match/${i}`);

export const game = {
  name: 'count',
  setup: () => ({ n: 0, last: '' }),
  turn: { activePlayers: { all: null } },
  moves: {
    add: ({ G }, text) => {
      G.n += 1;
      G.last = text;
    },
  },
};

const STORAGES = {
  FlatFile: (dir) => new FlatFile({ dir }),
  Sqlite: (file) => new Sqlite(file),
  Postgres: (connectionString) => new Postgres({ connectionString, connectionTimeoutMillis: 1000 }),
};

/** @param {string} name @param {string} place */
export function openStorage(name, place) {
  return STORAGES[name](place);
}
