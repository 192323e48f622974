import { answersInTime, matchOf, same } from './desk.js';

/** Of lists that are read a page at a time. */
export const PAGE_CHECKS = [
  {
    name: 'listPage answers a page of matches with their metadata, newest first',
    needs: ['listPage'],
    async run(desk) {
      const { game, times, list } = await stock(desk);
      const answer = desk.storage.listPage({ gameName: game, limit: 3 });
      answersInTime(answer, desk.storage, 'listPage');
      for (const { matchID, createdAt, metadata } of await answer) {
        same(createdAt, times.get(matchID), 'createdAt');
        same(metadata, (await desk.fetch(matchID)).metadata, 'metadata');
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
    async run(desk) {
      const { times, list } = await stock(desk);
      const [newest, second, third] = [...times.keys()];
      const wheres = [
        [{ isGameover: true }, [second]], [{ unlisted: true }, [third]], [{ updatedAfter: 150 }, [newest]],
        [{ unlisted: false, isGameover: false, updatedAfter: 105, updatedBefore: 300 }, [newest]],
      ];
      for (const [where, expected] of wheres) {
        same((await list({ where, limit: 2 })).map(({ matchID }) => matchID), expected, JSON.stringify(where));
      }
    },
  },
  {
    name: 'listPage goes on where it was, whatever becomes of the match there',
    needs: ['listPage'],
    async run(desk) {
      const { game, times } = await stock(desk);
      const [, , third, ...rest] = [...times.keys()];
      const after = { matchID: third, createdAt: times.get(third) };
      await desk.storage.wipe(third);
      await make(desk, game, { createdAt: 70 });
      const page = await desk.other.listPage({ gameName: game, limit: 10, after });
      same(page.map(({ matchID }) => matchID).sort(), rest.sort(), 'the rest');
    },
  },
];

/** Matches of one game, the newest first, when they were made, and what reads all pages of them. */
async function stock(desk) {
  const game = desk.newID('-game');
  await make(desk, desk.newID('-another'), { createdAt: 45 });
  const times = new Map();
  const all = [
    { createdAt: 30 }, { createdAt: 60, updatedAt: 200 }, { createdAt: 50, gameover: { winner: '0' } }, { createdAt: undefined },
    { createdAt: 40, unlisted: true }, { createdAt: 30 }, { createdAt: 30, updatedAt: 100 },
  ];
  const made = [];
  for (const metadata of all) made.push([await make(desk, game, metadata), metadata.createdAt ?? 0]);
  for (const [matchID, createdAt] of made.sort(([, one], [, other]) => other - one)) times.set(matchID, createdAt);
  const list = async (options) => {
    const matches = [];
    for (let after; ;) {
      const page = await desk.other.listPage({ gameName: game, ...options, after });
      matches.push(...page);
      if (page.length > options.limit) throw new Error(`listPage: a page of ${options.limit} has ${page.length} matches`);
      if (page.length < options.limit || matches.length > all.length) return matches;
      const { matchID, createdAt } = page.at(-1);
      after = { matchID, createdAt };
    }
  };
  return { game, times, list };
}

async function make(desk, gameName, metadata) {
  const matchID = desk.newID();
  await desk.storage.createMatch(matchID, matchOf({ gameName, updatedAt: 100, ...metadata }));
  return matchID;
}
