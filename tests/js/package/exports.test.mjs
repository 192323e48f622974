// The exports in package.json: each entry leads to its own modules and types, and the modules export the values of the types.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const PACKAGE = fileURLToPath(new URL('../../../pkg/', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
const require = createRequire(import.meta.url);

const MODULES = Object.keys(exports).filter((entry) => !/\.(wasm|json)$/.test(entry));
/** Their file names. */
const nameOf = (entry) => (entry === '.' ? 'index' : entry.slice(2));
const fileOf = (path) => join(PACKAGE, path);
/** Its types are empty. */
const UNTYPED = './private';

const typesOf = valuesOf(MODULES.flatMap((entry) => Object.values(exports[entry].types)));

for (const entry of MODULES) {
  const name = nameOf(entry);

  test(`${entry} leads to its own modules and types`, () => {
    const [module, copy] = [`./${name}.js`, `./cjs/${name}.js`];
    assert.deepEqual(exports[entry], {
      types: { require: `./cjs/${name}.d.ts`, default: `./${name}.d.ts` },
      'module-sync': module, module, require: copy, default: module,
    });
    for (const path of pathsIn(exports[entry])) assert.ok(existsSync(fileOf(path)), path);
  });

  if (entry !== UNTYPED) test(`${entry} has the values that its types say, however it is loaded`, async () => {
    const { types, require: copy, default: module } = exports[entry];
    const expected = typesOf.get(types.default);
    assert.deepEqual(typesOf.get(types.require), expected, types.require);
    const id = join('rondel', entry);
    const loaded = {
      [`import '${id}'`]: await import(id),
      [`require('${id}')`]: require(id),
      [copy]: require(fileOf(copy)),
      [module]: await import(pathToFileURL(fileOf(module))),
    };
    for (const [how, values] of Object.entries(loaded)) {
      assert.deepEqual(Object.keys(values).filter((key) => key !== '__esModule').sort(), expected, how);
    }
  });
}

test('./engine.wasm leads to a WebAssembly module and its type', () => {
  const types = './engine.wasm.d.ts';
  assert.deepEqual(exports['./engine.wasm'], { types, default: './engine.wasm' });
  assert.ok(WebAssembly.validate(readFileSync(fileOf('engine.wasm'))));
  assert.deepEqual(valuesOf([types]).get(types), ['default']);
});

test('only package.json is exported otherwise', () => {
  const others = Object.keys(exports).filter((entry) => !MODULES.includes(entry) && !entry.endsWith('.wasm'));
  assert.deepEqual(others.map((entry) => exports[entry]), ['./package.json']);
});

/** All files that a target of `exports` names. */
function pathsIn(target) {
  return typeof target === 'string' ? [target] : Object.values(target).flatMap(pathsIn);
}

/** For each file of types, the names that are values, in order. */
function valuesOf(paths) {
  const files = paths.map(fileOf).filter(existsSync);
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, noLib: true, skipLibCheck: true, types: [],
  });
  const checker = program.getTypeChecker();
  const isValue = (symbol) => {
    const itself = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return Boolean(itself.flags & ts.SymbolFlags.Value) && !symbol.declarations.some(ts.isTypeOnlyImportOrExportDeclaration);
  };
  const namesIn = (path) => {
    const symbol = checker.getSymbolAtLocation(program.getSourceFile(fileOf(path)));
    return (symbol ? checker.getExportsOfModule(symbol) : []).filter(isValue).map(({ name }) => name).sort();
  };
  return new Map(paths.map((path) => [path, existsSync(fileOf(path)) ? namesIn(path) : undefined]));
}
