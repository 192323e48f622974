// Prints the functions that WebAssembly imports from JavaScript, from their declarations in Rust: src/js/imports.js and src/js/bots/search_imports.js.
// They are committed, because wasm-bindgen reads them while the crate compiles. `scripts/check-structure` compares.
// Usage: node scripts/imports.mjs [--check]

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Functions that a boundary answers itself: they stand in the part of the file that is written by hand. */
const ANSWERED_HERE = ['hasThrown', 'catchThrown', 'panicked'];

const FILES = [['src/js/imports.rs', 'src/js/imports.js'], ['src/js/bots/imports.rs', 'src/js/bots/search_imports.js']];

/** The lines between which functions are printed. The indent of the first is theirs. */
const PRINTED = /^( *)\/\/ Printed by scripts\/imports\.mjs:\n[^]*?^ *\/\/ End of what is printed\.\n/m;

const isCheck = process.argv.includes('--check');
for (const [from, to] of FILES) {
  const known = readFileSync(join(ROOT, to), 'utf8');
  const functions = declaredIn(readFileSync(join(ROOT, from), 'utf8')).filter(({ name }) => !ANSWERED_HERE.includes(name));
  if (functions.length === 0 || !PRINTED.test(known)) throw new Error(`${from} declares no function, or ${to} has no place for them: has their form changed?`);
  const text = known.replace(PRINTED, (_, indent) => {
    return `${indent}// Printed by scripts/imports.mjs:\n${functions.map((declared) => functionOf(declared, indent)).join('')}${indent}// End of what is printed.\n`;
  });
  if (text === known) continue;
  if (!isCheck) writeFileSync(join(ROOT, to), text);
  else {
    console.error(`${to} is not what ${from} declares: node scripts/imports.mjs prints it again`);
    process.exitCode = 1;
  }
}

function functionOf({ name, parameters, isText }, indent) {
  const list = parameters.join(', ');
  return `${indent}${name}(${list}) {
${indent}  const around = boundary;
${indent}  try { return around.settled(around.host.${name}(${list})); } catch (error) { return around.${isText ? 'noteText' : 'note'}(error); }
${indent}},
`;
}

/** The functions in the blocks `extern "C"` of a source, under their names in JavaScript. */
function declaredIn(source) {
  const blocks = [...source.matchAll(/^extern "C" \{\n(.*?)^\}/gms)].map(([, block]) => block.replace(/\/\/.*$/gm, ''));
  return blocks.flatMap((block) => [...block.matchAll(/(?:#\[wasm_bindgen\(js_name = (\w+)\)\]\s*)?pub fn (\w+)\(([^)]*)\)(?:\s*->\s*([^;]+))?;/g)]
    .map(([, given, name, parameters, result = '']) => ({
      name: given ?? camelCase(name),
      parameters: [...parameters.matchAll(/(\w+)\s*:/g)].map(([, parameter]) => camelCase(parameter)),
      isText: result.trim().endsWith('String'),
    })));
}

function camelCase(name) {
  return name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}
