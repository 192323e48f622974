import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MatchFolder } from '../storage/flat-file/match-folder.js';
import { FlatFile, MATCHES, nameOf, QUARANTINE } from '../storage/flat-file.js';
import { randomID } from '../rondel.js';
import type { Copied } from './copy-matches.js';

/**
 * A folder of `FlatFile`'s, as it is copied.
 *
 * @param options whether it has to be there
 */
export async function openFlatFile(dir: string, { isThere }: { isThere: boolean }): Promise<Copied> {
  if (isThere && !existsSync(dir)) throw new Error(`${dir}: there is no such folder`);
  const storage = new FlatFile({ dir });
  await storage.connect();
  const folderOf = (name: string) => new MatchFolder(join(dir, MATCHES, name));
  const names = () => readdir(join(dir, MATCHES));
  return {
    name: dir,
    storage,
    matchIDs: async () => (await Promise.all((await names()).map((name) => folderOf(name).matchID()))).filter((matchID) => matchID !== undefined),
    strays: async () => {
      const found = await names();
      const matchIDs = await Promise.all(found.map((name) => folderOf(name).matchID()));
      return found.filter((_, i) => matchIDs[i] === undefined).map((name) => `${join(dir, MATCHES, name)}: its metadata do not say which match this is`);
    },
    read: async (matchID) => {
      const folder = folderOf(nameOf(matchID));
      return await folder.exists() ? { matchID, quarantinedAt: null, ...await folder.texts() } : null;
    },
    readQuarantined: async (id) => {
      const folder = new MatchFolder(join(dir, QUARANTINE, id));
      const { matchID, quarantinedAt = 0 } = await folder.label();
      if (matchID === undefined) throw new Error('the folder does not have the ID of its match');
      return { matchID, quarantinedAt, ...await folder.texts() };
    },
    quarantine: async ({ matchID, quarantinedAt, ...texts }) => {
      const id = `${nameOf(matchID)}.${randomID()}`;
      await new MatchFolder(join(dir, QUARANTINE, id)).createQuarantined({ matchID, quarantinedAt }, texts);
      return id;
    },
    close: () => storage.close(),
  };
}
