import type { StorageAPI } from 'rondel/master';
import { InMemory, Server, Sqlite } from 'rondel/server';
import { checkStorage } from 'rondel/testing';

const sqlite = new Sqlite({ file: 'matches.db', synchronous: 'full', busyTimeout: 100 });
Server({ games: [], db: new Sqlite('matches.db') });
Server({ games: [], db: new InMemory() });
sqlite.connect();
const isDone: boolean = sqlite.compareAndSetState('m', 0, {} as StorageAPI.StoredState, [], 0);
const alive: string[] = sqlite.fetchLeases();
sqlite.setAside('m');
sqlite.close();

// @ts-expect-error A file is needed.
new Sqlite();
// @ts-expect-error There is no such level.
new Sqlite({ file: 'matches.db', synchronous: 'off' });

class Counted extends InMemory {
  override setState(matchID: string, state: StorageAPI.StoredState) {
    super.setState(matchID, state);
  }
}

async function check() {
  const { checked, lacking }: { checked: string[]; lacking: string[] } = await checkStorage(() => new Counted());
  await checkStorage(async () => sqlite, { shared: true });
  // @ts-expect-error It makes storages.
  await checkStorage(sqlite);
}
