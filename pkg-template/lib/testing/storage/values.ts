import { entryOf, matchOf, same, stateOf } from './fixture.js';
import type { StorageCheck } from './fixture.js';

const MANY_ENTRIES = 2000;
const DEPTH = 60;

/** Values that are unchanged after a round trip through JSON. */
const VALUES = {
  numbers: [0, -1, 0.1, 1e21, 5e-324, 1.7976931348623157e308, 2 ** 53, -(2 ** 31) - 1, 1234567890123456],
  texts: ['', ' ', '\u0000', 'a\u0000b', '\ud800', 'e\u0301', '\u00e9', '😀', '\u2028', '"\\\'`${}%s?$1:name', '\r\n\t', '\ufeff', '\uffff'],
  lists: [[], [[]], [null], [[1, [2, [3]]]]],
  'odd keys': JSON.parse('{"z":1,"a":2,"10":3,"2":4,"":5,"__proto__":{"x":1},"constructor":6,"a.b":7,"$set":8,"\\u0000":9,"toString":10}'),
  null: null,
  booleans: [true, false],
};

/** Match names that strangers may choose. */
const NAMES = [
  '', ' ', '.', '..', '../up', '/etc/passwd', 'a/b', 'a\\b', 'C:\\x', 'CON', 'nul', 'a:b', 'a*b?', '%2F', '%', 'x'.repeat(256), '😀'.repeat(64),
  '__proto__', 'constructor', 'hasOwnProperty', 'length', 'Case', 'case', 'e\u0301', '\u00e9', 'a', 'a\u0000', '\u0000a', 'a\u0000b', '\ud800', '\ud801',
  '"; DROP TABLE matches --', "' OR '1'='1", '$1', '\\u0000', '\\', '"', 'a ', 'a.', '.a', 'a\nb', 'null', 'undefined', '0', '-1',
];

/** Values and names that strangers and games may store. */
export const VALUE_CHECKS: StorageCheck[] = [
  {
    name: 'values are kept as JSON keeps them, with the order of keys',
    async run(fixture) {
      for (const [what, value] of Object.entries(VALUES)) {
        const { matchID, ...match } = await fixture.stored({ G: { value }, setupData: value, players: { 0: { id: 0, data: value } } });
        await fixture.storage.setState(matchID, stateOf({ G: { value }, stateID: 1 }), [{ ...entryOf(0), metadata: value }]);
        const stored = await fixture.fetch(matchID, fixture.other);
        same(stored.state.G.value, value, `${what} in a state`);
        same(stored.metadata, match.metadata, `${what} in metadata`);
        same(stored.log[0].metadata, value, `${what} in the log`);
        same(stored.initialState, match.initialState, `${what} in an initial state`);
      }
    },
  },
  {
    name: 'states may be large and deep, and logs long',
    async run(fixture) {
      let nested: object = { end: true };
      for (let i = 0; i < DEPTH; i += 1) nested = { nested };
      const G = { nested, text: 'ü'.repeat(500_000), list: Array.from({ length: 50_000 }, (_, i) => ({ i })) };
      const { matchID } = await fixture.stored({ G });
      const log = Array.from({ length: MANY_ENTRIES }, (_, i) => entryOf(i));
      const next = stateOf({ G, stateID: MANY_ENTRIES });
      await fixture.storage.setState(matchID, next, log);
      const stored = await fixture.fetch(matchID, fixture.other);
      same(stored.state, next, 'state');
      same(stored.log, log, 'log');
    },
  },
  {
    name: 'a match may have any name, and has it for itself',
    async run(fixture) {
      // With a prefix, so that no foreign match is touched; and unchanged, if there is no such match.
      const free: string[] = [];
      for (const name of NAMES) if (((await fixture.fetch(name)).state ?? null) === null) free.push(fixture.use(name));
      const ids = [...NAMES.map((name) => fixture.newID(name)), ...free];
      for (const [n, matchID] of ids.entries()) {
        await fixture.storage.createMatch(matchID, matchOf({ G: { n } }));
        await fixture.storage.setState(matchID, stateOf({ G: { n }, stateID: 1 }), [entryOf(n)]);
      }
      const listed = new Set(await fixture.other.listMatches());
      for (const [n, matchID] of ids.entries()) {
        const { state, metadata, log } = await fixture.fetch(matchID, fixture.other);
        const what = `the match ${JSON.stringify(matchID)}`;
        same([state?.G, log, metadata?.gameName], [{ n }, [entryOf(n)], 'checked'], what);
        if (!listed.has(matchID)) throw new Error(`listMatches lacks ${what}`);
      }
      await fixture.storage.wipe(ids[0]);
      same((await fixture.fetch(ids[1], fixture.other)).state.G, { n: 1 }, 'the match beside one that is wiped');
    },
  },
];
