// One of several processes that count in a match of the same file.
import { Sqlite } from 'rondel/server';

const STEPS = 50;

const storage = new Sqlite({ file: process.argv[2], busyTimeout: 60_000 });
storage.connect();
const state = (n) => ({ G: { n }, _stateID: n });
storage.createMatchIfAbsent('counter', { initialState: state(0), metadata: { gameName: 'a', players: {} } });
for (let done = 0; done < STEPS;) {
  const { n } = storage.fetch('counter', { state: true }).state.G;
  if (storage.compareAndSetState('counter', n, state(n + 1), [{ _stateID: n }], 0)) done += 1;
}
storage.close();
