// Slow: it compiles games in Rust. The packages that `npx rondel build-game` creates from a crate, and its errors about crates that it
// cannot build.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import ts from 'typescript';
import { NINE, SHARED, buildGame, openCrate } from './support.mjs';

/** One crate for all tests: cargo compiles only the changes of its source. */
const { folder, write } = openCrate({ after });

async function built(...options) {
  const { status, stdout, stderr } = await buildGame([folder, ...options], { env: SHARED });
  assert.equal(status, 0, stderr);
  return stdout;
}

async function refused() {
  const { status, stderr } = await buildGame([folder], { env: SHARED });
  assert.equal(status, 1, stderr);
  return stderr.trimEnd().split('\n').at(-1);
}

/** Runs a script in the crate's folder in its own process; its output is JSON. */
function run(name, script) {
  writeFileSync(join(folder, name), script);
  return JSON.parse(execFileSync(process.execPath, [join(folder, name)], { encoding: 'utf8' }));
}

const PLAY = `
  const client = Client({ game });
  client.moves.mark(4);
  client.moves.mark(4);
  console.log(JSON.stringify([client.getState().G.cells.indexOf('0'), client.getState().ctx.currentPlayer, client.lastError?.payload ?? null]));
`;

test('a crate whose only dependency is rondel becomes a package that can be imported, required and fetched', async (t) => {
  write(`${NINE}rondel::export!(Nine);`);
  assert.match(await built(), /^rondel build-game: .*pkg has three-in-a-row 0\.3\.0 \(nine-cells\), \d+ kB gzipped, built in \d+\.\d s\n$/);
  const played = [4, '1', 'taken'];
  assert.deepEqual(run('import.mjs', `import { Client } from 'rondel/client'; import game from './pkg/index.js';${PLAY}`), played);
  assert.deepEqual(run('named.mjs', `import { Client } from 'rondel/client'; import { nineCells as game } from './pkg/index.js';${PLAY}`), played);
  assert.deepEqual(run('require.cjs', `const { Client } = require('rondel/client'); const { default: game } = require('./pkg/cjs/index.js');${PLAY}`), played);
  assert.deepEqual(run('slim.mjs', `import { Client } from 'rondel/client'; import game, { init } from './pkg/slim.js';
    let code;
    try { Client({ game }); } catch (error) { code = error.code; }
    if (code !== 'engine/notLoaded') throw new Error(String(code));
    await init();${PLAY}`), played);
  assert.match(readFileSync(join(folder, 'pkg/index.d.ts'), 'utf8'), /mark: \(cell: number\) => void;/);
  // It is packed as it is, and its .gitignore is for repositories alone.
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: join(folder, 'pkg'), encoding: 'utf8' }));
  const names = packed.files.map(({ path }) => path);
  for (const name of ['index.js', 'module.js', 'slim.js', 'game.wasm', 'index.d.ts', 'slim.d.ts', 'cjs/index.js', 'cjs/package.json', 'package.json']) {
    assert.ok(names.includes(name), `${name}: ${names}`);
  }

  await t.test('a panic\'s message reaches the page with its line', () => {
    const [message] = run('panic.mjs', `import { Client } from 'rondel/client'; import game from './pkg/index.js';
      const client = Client({ game });
      let message;
      try { client.moves.mark(99); } catch (error) { message = error.message; }
      client.moves.mark(0);
      console.log(JSON.stringify([message ?? client.lastError?.message, client.getState().ctx.turn]));`);
    assert.match(message, /there are nine.*src\/lib\.rs:\d+|src\/lib\.rs:\d+.*there are nine/);
  });
});

/** Maximum memory of the module, in MiB. */
function mostMemory() {
  const module = new WebAssembly.Module(readFileSync(join(folder, 'pkg/game.wasm')));
  const imports = WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0]);
  const memory = /** @type {WebAssembly.Memory} */ (new WebAssembly.Instance(module, { rondel: Object.fromEntries(imports) }).exports.memory);
  let pages = memory.buffer.byteLength / 2 ** 16;
  try {
    for (; pages < 2 ** 16; pages += 1) memory.grow(1);
  } catch {
    // There is no more memory.
  }
  return pages / 16;
}

test('a release is smaller, has the name from Cargo.toml, and contains the crate\'s README', async (t) => {
  // One release for all its checks, because it takes half a minute to compile.
  const source = NINE.replace('None => panic!("there are nine")', 'None => { std::hint::black_box(8 - cell); Ok(()) }')
    .replace('#[state]', '/// Zebras */ export const zebra: 1; /* \\u002a/\n/// @internal zebra\n///\n/// ```\n/// `zebra\n#[state]')
    .replace('Mark {', '/// Zebra crossing\n    Mark { /** zebra\n * {@link */').replace('cells:', '#[doc = concat!("zeb", "ra\\u{2028}*/")] cells:');
  write(`${source}rondel::export!(Nine);`, {
    more: '[package.metadata.rondel]\nname = "@me/nine"\nopt-level = "z"\nmemory = 8\n', files: { 'README.md': '# Nine cells\n' },
  });
  await built();
  const size = () => statSync(join(folder, 'pkg/game.wasm')).size;
  const inDevelopment = size();
  await built('--release');
  assert.ok(size() < inDevelopment, `${size()} and ${inDevelopment}`);
  assert.equal(readFileSync(join(folder, 'pkg/README.md'), 'utf8'), '# Nine cells\n');
  assert.equal(mostMemory(), 8);
  const manifest = JSON.parse(readFileSync(join(folder, 'pkg/package.json'), 'utf8'));
  assert.deepEqual([manifest.name, manifest.version, manifest.license, Object.keys(manifest.peerDependencies)], ['@me/nine', '0.3.0', 'MIT', ['rondel']]);
  assert.ok(!readFileSync(join(folder, 'pkg/game.wasm')).includes(process.env.HOME ?? '/root/'), 'it names the home folder of who built it');
  assert.deepEqual(run('import.mjs', `import { Client } from 'rondel/client'; import game from './pkg/index.js';${PLAY}`), [4, '1', 'taken']);

  await t.test('any comment above the Rust code appears in the types and nowhere else', () => {
    const read = (name) => readFileSync(join(folder, 'pkg', name), 'latin1');
    for (const name of ['game.wasm', 'index.js']) assert.doesNotMatch(read(name), /zebra/i);
    const program = ts.createProgram([join(folder, 'pkg/index.d.ts')], { noEmit: true, types: [], lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] });
    assert.deepEqual(program.getSyntacticDiagnostics(), []);
    const types = read('index.d.ts');
    assert.deepEqual([types.match(/zebra/gi)?.length, types.replace(/\/\*\*.*?\*\//gs, '').match(/zebra/gi)], [11, null]);
  });

  await t.test('a player\'s subtraction does not wrap, in a release either', () => {
    const said = run('wraps.mjs', `import { Client } from 'rondel/client'; import game from './pkg/index.js';
      let said;
      try { said = Client({ game }).moves.mark(99).status; } catch (error) { said = error.message; }
      console.log(JSON.stringify(said));`);
    assert.match(said, /^attempt to subtract with overflow, at src\/lib\.rs:\d+/);
  });
});

for (const [what, source, why] of [
  ['no game is exported', NINE, /^rondel build-game: no game is exported: src\/lib\.rs needs rondel::export!\(MyGame\);$/],
  ['the flow panics', `${NINE.replace('flow.turn(', 'if true { panic!("no flow") }; flow.turn(')}rondel::export!(Nine);`, /^rondel build-game: the game cannot say what it is: .*no flow/],
  ['its name has spaces', `${NINE.replace('nine-cells', 'nine cells')}rondel::export!(Nine);`, /^rondel build-game: a game's settings: name: expected a name without spaces, got "nine cells"$/],
  ['it does not compile', `${NINE}rondel::export!(Nein);`, /^rondel build-game: three-in-a-row does not compile: cargo says above why$/],
  [
    'it imports what nobody gives it',
    `${NINE}rondel::export!(Nine);
#[link(wasm_import_module = "env")] unsafe extern "C" { fn now() -> f64; }
#[unsafe(no_mangle)] pub extern "C" fn later() -> f64 { unsafe { now() } }`,
    /^rondel build-game: three-in-a-row imports now from "env", which a game's module cannot import: a function that is declared extern and defined nowhere$/,
  ],
]) {
  test(`${what}: the last line says so`, async () => {
    write(source);
    assert.match(await refused(), why);
  });
}

test('the error names the dependency that brings wasm-bindgen', async () => {
  // Takes the place of js-sys, which takes minutes to compile: only its name matters.
  const js = `#[link(wasm_import_module = "__wbindgen_placeholder__")] unsafe extern "C" { fn __wbg_now() -> f64; }
    pub fn now() -> f64 { unsafe { __wbg_now() } }`;
  const local = (name, more = '') => `[package]\nname = "${name}"\nversion = "1.0.0"\nedition = "2024"\n${more}`;
  write(`${NINE}rondel::export!(Nine);\n#[unsafe(no_mangle)] pub extern "C" fn later() -> f64 { clock::now() }`, {
    more: 'clock = { path = "clock" }\n',
    files: {
      'clock/Cargo.toml': local('clock', '[dependencies]\njs-sys = { path = "../js-sys" }\n'), 'clock/src/lib.rs': 'pub use js_sys::now;',
      'js-sys/Cargo.toml': local('js-sys'), 'js-sys/src/lib.rs': js,
    },
  });
  assert.match(await refused(), /: three-in-a-row → clock → js-sys\. Leave out clock, or its feature for JavaScript$/);
});

test('two games of one crate are exported by their names', async () => {
  const two = NINE.replace(/\bNine\b/g, 'Ten').replace('nine-cells', 'ten-cells').replace('use rondel::prelude::*;', '').replace(/\bMove\b/g, 'Marking')
    .replace('type Marking', 'type Move');
  write(`${NINE}${two}rondel::export!(Nine, Ten);`);
  assert.match(await built(), /\(nine-cells, ten-cells\)/);
  assert.deepEqual(run('two.mjs', `import { Client } from 'rondel/client'; import * as games from './pkg/index.js';
    const [nine, ten] = [games.nineCells, games.tenCells].map((game) => Client({ game }));
    nine.moves.mark(1);
    ten.moves.mark(2);
    ten.moves.mark(3);
    console.log(JSON.stringify([Object.keys(games), nine.getState().ctx.turn, ten.getState().ctx.turn]));`), [['nineCells', 'tenCells'], 2, 3]);
});

test('--watch builds again at each change, and continues after an error', async (t) => {
  write(`${NINE}rondel::export!(Nine);`);
  const child = spawn(process.execPath, [join(folder, 'node_modules/rondel/bin/rondel.js'), 'build-game', folder, '--watch'], { env: SHARED });
  t.after(() => child.kill());
  let heard = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    heard += text;
  });
  const source = join(folder, 'src/lib.rs');
  const next = async (pattern) => {
    while (!pattern.test(heard) || !/watching three-in-a-row; Ctrl-C ends it\n$/.test(heard)) await new Promise((done) => setTimeout(done, 50));
    const text = heard;
    heard = '';
    return text;
  };
  await next(/\(nine-cells\)/);
  writeFileSync(source, `${NINE}rondel::export!(Nein);`);
  await next(/three-in-a-row does not compile/);
  writeFileSync(source, `${NINE.replace('nine-cells', 'nine')}rondel::export!(Nine);`);
  await next(/\(nine\)/);
});
