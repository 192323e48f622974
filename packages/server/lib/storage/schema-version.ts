import { rondelError } from '../rondel.js';

/** Duration of a lease without a stored duration, in milliseconds. Earlier releases stored none. */
export const USUAL_LEASE_MS = 15_000;

/**
 * Returns the migrations that a schema lacks.
 *
 * @param migrations each makes the next version of the one before. A released migration never changes
 * @param version of the schema; 0 if there is none
 * @param place for the error
 */
export function migrationsAfter(migrations: string[], version: number, place: string): string[] {
  refuseLater(version, migrations.length, place);
  return migrations.slice(version);
}

/** Throws if a later version of Rondel has written the data: it may rely on fields that this version does not write. */
export function refuseLater(version: number, known: number, place: string) {
  if (version <= known) return;
  const message = `${place} was written by a later version of Rondel (format ${version}, this one knows ${known}): update rondel`;
  throw rondelError('storage/version', message);
}
