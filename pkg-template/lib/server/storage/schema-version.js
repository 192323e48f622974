import { rondelError } from '../../util/error.js';

/**
 * What is to be done to a schema: the migrations that it lacks. A later version of Rondel may rely on what this one does not
 * write: its schema is left alone.
 *
 * @param {string[]} migrations each makes the next version of the one before. What has been released is not changed any more
 * @param {number} version of the schema; 0 if there is none
 * @param {string} place for the error
 */
export function migrationsAfter(migrations, version, place) {
  if (version <= migrations.length) return migrations.slice(version);
  const message = `${place} was written by a later version of Rondel (schema ${version}, this one knows ${migrations.length}): update rondel`;
  throw rondelError('storage/version', message);
}
