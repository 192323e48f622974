import { rondelError } from '../rondel.js';

/** How long a lease lasts that a server has taken which does not say so: one of before that was kept. */
export const USUAL_LEASE_MS = 15_000;

/**
 * What is to be done to a schema: the migrations that it lacks.
 *
 * @param migrations each makes the next version of the one before. What has been released is not changed any more
 * @param version of the schema; 0 if there is none
 * @param place for the error
 */
export function migrationsAfter(migrations: string[], version: number, place: string): string[] {
  refuseLater(version, migrations.length, place);
  return migrations.slice(version);
}

/** A later version of Rondel may rely on what this one does not write: what it has made is left alone. */
export function refuseLater(version: number, known: number, place: string) {
  if (version <= known) return;
  const message = `${place} was written by a later version of Rondel (format ${version}, this one knows ${known}): update rondel`;
  throw rondelError('storage/version', message);
}
