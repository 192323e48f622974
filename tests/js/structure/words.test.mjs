// scripts/check-words: each pattern refuses a planted sentence, and passes a harmless one.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { faultsIn } from '../../../scripts/words/check.mjs';
import { PATTERNS } from '../../../scripts/words/patterns.mjs';

/** For each pattern, a sentence that it refuses, and one that it passes. */
const SENTENCES = {
  'clause-what': ['What is sent later waits here.', 'The message says what waits. What is a match?'],
  'clause-whether': ['Whether the match was over.', 'Returns `true` if the match was over, whether or not it was won.'],
  'clause-who': ['Who has a seat may act.', 'A player who has a seat may act. Who may act?'],
  'clause-nobody': ['Nobody joins the match.', 'No player joins the match, and nobody watches it.'],
  'clause-of': ['Of all matches, the newest.', 'The newest of all matches. Of course, there may be none.'],
  'clause-by': ['By match, its clients.', 'Clients by match. By default, there are none.'],
  'so-many': ['So many bytes at most.', 'Maximum size in bytes. So the server refuses larger ones.'],
  'left-out': ['The port, 80 if left out.', 'The port. Omitted fields leave the default.'],
  'ever-so': ['Matches, be they ever so short.', 'Matches, even if they are short. Ever since, so it is.'],
  anew: ['The search begins anew.', 'The search begins again with a new seed.'],
  whoever: ['It goes to whoever is there.', 'It goes to each player who is there.'],
  nobodys: ['The seat is nobody\'s.', 'The seat is taken by nobody.'],
  'goes-by': ['The lobby goes by the address.', 'A minute goes past. The address goes with it, by default.'],
  'is-told': ['The client is told of it.', 'The client receives it. A notice told the players.'],
  'hands-out': ['The server hands out seats.', 'The player discards their hand out of turn.'],
  'has-come-to': ['The log has come to its limit.', 'The log has reached its limit. A client has come.'],
  stands: ['The rule stands at its place.', 'The name stands for a match.'],
  'is-to-be': ['The match is to be deleted.', 'The match will be deleted.'],
  'for-good': ['The player leaves for good.', 'The client fails for good reason.'],
  'beside-what': ['Fields beside what the game has.', 'The file beside its module.'],
  amid: ['The server stops amid a move.', 'The server stops during a move, in the middle.'],
  strange: ['Pages of strange origins.', 'Strangers may connect from foreign origins.'],
  thought: ['Milliseconds of a thought.', 'No player thought of it.'],
  payer: ['The payer waits.', 'The sender pays for the crash.'],
  semicolons: ['The client waits; the server works; nobody speaks.', 'The client waits; the server works. One client speaks; the others write.'],
};

const faultNames = (file, source) => faultsIn(file, source).map((fault) => fault.replace(/^[^:]*:(\d+): ([\w-]+): .*$/s, '$1 $2'));

/** The same sentence as it occurs in each kind of file. */
const PLACES = {
  'a.ts': (sentence) => `const a = 1;\n/** A text. ${sentence} */\n`,
  'b.mjs': (sentence) => `const pattern = /['"]\\/\\//;\n// ${sentence.replaceAll(' ', '\n// ')}\n`,
  'c.js': (sentence) => `const a = 1;\nthrow new Error(\`${sentence.replaceAll('`', '')}\`);\n`,
  'd.rs': (sentence) => `const QUOTE: char = '"';\n/// ${sentence}\n`,
  'e.sh': (sentence) => `#!/usr/bin/env bash\necho "# What is printed"\n# ${sentence.replaceAll(' ', '\n# ')}\n`,
  'f.md': (sentence) => `# Heading\n- ${sentence}\n`,
};

test('each pattern refuses its planted sentence in comments, messages and documents', () => {
  assert.deepEqual(Object.keys(SENTENCES), PATTERNS.map(({ name }) => name));
  for (const [name, [planted, harmless]] of Object.entries(SENTENCES)) {
    for (const [file, place] of Object.entries(PLACES)) {
      assert.deepEqual(faultNames(file, place(planted)).map((fault) => fault.split(' ')[1]), [name], `${name} in ${file}`);
      assert.deepEqual(faultNames(file, place(harmless)), [], `the neighbour of ${name} in ${file}`);
    }
  }
});

test('a fault has the line of its sentence', () => {
  assert.deepEqual(faultNames('a.ts', '/**\n * A text.\n *\n * What is sent waits.\n */\n'), ['4 clause-what']);
  assert.deepEqual(faultNames('a.rs', 'fn a() {}\n\n// A text that goes on\n// here. Whether it waits.\n'), ['4 clause-whether']);
  assert.deepEqual(faultNames('a.md', '# A\n\nA text that\ngoes on. Who waits acts.\n\n| a | b |\n|---|---|\n| one | What is sent |\n'), ['4 clause-who', '8 clause-what']);
});

test('code, examples, names behind @param and headings pass', () => {
  assert.deepEqual(faultNames('a.ts', "/**\n * Plays.\n *\n * @param who Who plays?\n * @example\n * // What it says.\n * play(); stop(); go();\n */\nconst names = ['What', 'Who'];\nconst text = 'one of ' + 'of the others is here';\n"), []);
  assert.deepEqual(faultNames('a.md', '## What a match is\n\n| What it does | Who may |\n|---|---|\n\n```js\n// What it says.\n```\n\n`What it says` is code.\n'), []);
  assert.deepEqual(faultNames('a.rs', '/// The lifetime `\'a`.\nfn name<\'a>(quote: char) -> &\'a str { if quote == \'"\' { "a" } else { "b" } }\n'), []);
});

test('names of tests may not begin with a clause either', () => {
  assert.deepEqual(faultNames('a.test.mjs', "test('what players see is filtered', () => {});\n"), ['1 clause-what']);
});

test('the script fails for a fault, and for a path that does not exist', () => {
  const run = (...paths) => execFileSync(process.execPath, ['scripts/words/check.mjs', ...paths], { cwd: new URL('../../..', import.meta.url), encoding: 'utf8', stdio: 'pipe' });
  assert.match(run('README.md'), /^1 files, 0 faults/);
  assert.throws(() => run('README.md', 'docs/nothing.md'), /docs\/nothing\.md: there is no such file or folder/);
});
