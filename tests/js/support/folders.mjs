import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder for the duration of a test. */
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), 'rondel-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
