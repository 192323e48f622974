import type { StorageAPI } from 'rondel/master';
import { FlatFile, InMemory, Postgres, Server, Sqlite } from 'rondel/server';
import { checkStorage } from 'rondel/testing';

const sqlite = new Sqlite({ file: 'matches.db', synchronous: 'full', busyTimeout: 100 });
Server({ games: [], db: new Sqlite('matches.db') });
Server({ games: [], db: new InMemory() });
sqlite.connect();
const isDone: boolean = sqlite.compareAndSetState('m', 0, {} as StorageAPI.StoredState, [], 0);
const alive: string[] = sqlite.fetchLeases();
const quarantined: string | undefined = sqlite.quarantine('m');
const kept: StorageAPI.Quarantined[] = sqlite.listQuarantined();
const isBack: boolean = sqlite.restoreQuarantined(kept[0].id);
const idle: { matchID: string; updatedAt: number }[] = sqlite.listIdle({ gameName: 'add', isGameover: true, updatedBefore: 5, limit: 10 });
const hasMore: boolean = sqlite.compact();
sqlite.vacuum();
// @ts-expect-error: a page has an end
sqlite.listIdle({ gameName: 'add', isGameover: true, updatedBefore: 5 });
const { matchID, createdAt } = sqlite.listPage({ gameName: 'a', where: { unlisted: false }, limit: 10 })[0];
sqlite.listPage({ limit: 10, after: { matchID, createdAt } });
// @ts-expect-error A page has a size.
sqlite.listPage({ gameName: 'a' });
sqlite.close();

Server({ games: [], db: new FlatFile({ dir: 'matches', logging: (text: string) => {}, ttl: true }) });
new FlatFile({ dir: 'matches', logging: true, ttl: 60_000 });
export class WithUsers extends FlatFile {
  async addUser(name: string): Promise<void> {
    await this.setItem('users', { ...await this.getItem('users'), [name]: true });
    await this.removeItem('guests');
    // @ts-expect-error: keys are texts
    await this.getItem(7);
  }
}
// @ts-expect-error A folder is needed.
new FlatFile({});

const postgres = new Postgres('postgres://127.0.0.1/games');
new Postgres({ connectionString: 'postgres://127.0.0.1/games', max: 20, ssl: true });
Server({ games: [], db: postgres });
const later: Promise<boolean> = postgres.compareAndSetState('m', 0, {} as StorageAPI.StoredState, [], 0);
const isBackLater: Promise<boolean> = postgres.restoreQuarantined('1');
// @ts-expect-error It is no pool.
new Postgres({ pool: 'postgres://127.0.0.1/games' });

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
