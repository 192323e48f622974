// The journeys of moves in ARCHITECTURE.md name existing files and functions.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { read, root } from './support.mjs';

for (const move of ['one move', 'one online move']) test(`each file that ${move} goes through has the functions that are named`, async () => {
  const { text } = await read('ARCHITECTURE.md');
  const [, journey] = new RegExp(`^## The journey of ${move}$.*?^\`\`\`text\\n(.*?)^\`\`\`$`, 'ms').exec(text);
  for (const line of journey.trimEnd().split('\n')) {
    const [, folder, files] = /^.  ((?:lib|packages|src)\/\w+) +(.+?)(?: \(.*\))?$/.exec(line);
    for (const [file, functions] of files.split(' · ').map((named) => named.split(/ (.*)/))) {
      const path = join(folder.replace(/^lib/, 'pkg-template/lib').replace(/^packages\/\w+/, '$&/lib'), file);
      const source = await readFile(join(root, path), 'utf8');
      for (const name of functions.split(', ')) {
        assert.match(source, new RegExp(`(?<![\\w#])${name}(?:<.*>)?(?:\\(|: \\()`), `${name} of ${path}`);
      }
    }
  }
});
