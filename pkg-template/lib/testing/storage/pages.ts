import { expectPromiseByType, matchOf, same } from './fixture.js';
import type { StorageAPI } from '../../../types/master.js';
import type { Fixture, MatchFields, StorageCheck } from './fixture.js';

/** Lists that are read page by page. */
export const PAGE_CHECKS: StorageCheck[] = [
  {
    name: 'listPage returns a page of matches with their metadata, newest first',
    needs: ['listPage'],
    async run(fixture) {
      const { game, times, list } = await stock(fixture);
      const result = fixture.storage.listPage({ gameName: game, limit: 3 });
      expectPromiseByType(result, fixture.storage, 'listPage');
      for (const { matchID, createdAt, metadata } of await result) {
        same(createdAt, times.get(matchID), 'createdAt');
        same(metadata, (await fixture.fetch(matchID)).metadata, 'metadata');
      }
      for (const limit of [1, 2, 3, 7, 50]) {
        const pages = await list({ limit });
        same(pages.map(({ createdAt }) => createdAt), [60, 50, 40, 30, 30, 30, 0], `pages of ${limit}`);
        same(pages.map(({ matchID }) => matchID).sort(), [...times.keys()].sort(), `the matches in pages of ${limit}`);
      }
    },
  },
  {
    name: 'listPage filters as listMatches does, and by what is unlisted',
    needs: ['listPage'],
    async run(fixture) {
      const { times, list } = await stock(fixture);
      const [newest, second, third] = [...times.keys()];
      const wheres: [StorageAPI.ListPageOpts['where'], string[]][] = [
        [{ isGameover: true }, [second]], [{ unlisted: true }, [third]], [{ updatedAfter: 150 }, [newest]],
        [{ unlisted: false, isGameover: false, updatedAfter: 105, updatedBefore: 300 }, [newest]],
      ];
      for (const [where, expected] of wheres) {
        same((await list({ where, limit: 2 })).map(({ matchID }) => matchID), expected, JSON.stringify(where));
      }
    },
  },
  {
    name: 'listPage goes on where it was, no matter what becomes of the match there',
    needs: ['listPage'],
    async run(fixture) {
      const { game, times } = await stock(fixture);
      const [, , third, ...rest] = [...times.keys()];
      const after = { matchID: third, createdAt: times.get(third)! };
      await fixture.storage.wipe(third);
      await make(fixture, game, { createdAt: 70 });
      const page = await fixture.other.listPage({ gameName: game, limit: 10, after });
      same(page.map(({ matchID }) => matchID).sort(), rest.sort(), 'the rest');
    },
  },
  {
    name: 'listIdle returns what was updated longest ago, in pages',
    needs: ['listIdle'],
    async run(fixture) {
      const game = fixture.newID('-game');
      await make(fixture, fixture.newID('-another'), { updatedAt: 1 });
      const times = [30, 10, 20, 20, 20, 40, undefined];
      const made = [];
      for (const updatedAt of times) made.push(await make(fixture, game, { updatedAt }));
      await make(fixture, game, { updatedAt: 5, gameover: { winner: '0' } });
      const list = (options: Partial<StorageAPI.ListIdleOpts>) => fixture.other.listIdle({ gameName: game, isGameover: false, updatedBefore: 40, limit: 10, ...options });
      expectPromiseByType(list({}), fixture.other, 'listIdle');
      const idle = await list({});
      same(idle.map(({ updatedAt }) => updatedAt), [10, 20, 20, 20, 30], 'all of them');
      same(idle.map(({ matchID }) => matchID).sort(), made.slice(0, 5).sort(), 'the matches');
      same((await list({ isGameover: true })).map(({ updatedAt }) => updatedAt), [5], 'those that are over');
      same(await list({ updatedBefore: 10 }), [], 'none');
      const [first, second, third, ...rest] = idle;
      same(await list({ limit: 2 }), [first, second], 'a page');
      await fixture.storage.wipe(second.matchID);
      same(await list({ limit: 1, after: second }), [third], 'where the page before has ended');
      same(await list({ after: third }), rest, 'the rest');
    },
  },
];

/** Stores matches of one game. Returns them newest first, with their creation times, and a function that reads all pages. */
async function stock(fixture: Fixture) {
  const game = fixture.newID('-game');
  await make(fixture, fixture.newID('-another'), { createdAt: 45 });
  const times = new Map<string, number>();
  const all = [
    { createdAt: 30 }, { createdAt: 60, updatedAt: 200 }, { createdAt: 50, gameover: { winner: '0' } }, { createdAt: undefined },
    { createdAt: 40, unlisted: true }, { createdAt: 30 }, { createdAt: 30, updatedAt: 100 },
  ];
  const made: [matchID: string, createdAt: number][] = [];
  for (const metadata of all) made.push([await make(fixture, game, metadata), metadata.createdAt ?? 0]);
  for (const [matchID, createdAt] of made.sort(([, one], [, other]) => other - one)) times.set(matchID, createdAt);
  const list = async (options: Pick<StorageAPI.ListPageOpts, 'limit' | 'where'>) => {
    const matches: StorageAPI.ListedMatch[] = [];
    for (let after: StorageAPI.ListPageOpts['after']; ;) {
      const page = await fixture.other.listPage({ gameName: game, ...options, after });
      matches.push(...page);
      if (page.length > options.limit) throw new Error(`listPage: a page of ${options.limit} has ${page.length} matches`);
      if (page.length < options.limit || matches.length > all.length) return matches;
      const { matchID, createdAt } = page.at(-1)!;
      after = { matchID, createdAt };
    }
  };
  return { game, times, list };
}

async function make(fixture: Fixture, gameName: string, metadata: MatchFields) {
  const matchID = fixture.newID();
  await fixture.storage.createMatch(matchID, matchOf({ gameName, updatedAt: 100, ...metadata }));
  return matchID;
}
