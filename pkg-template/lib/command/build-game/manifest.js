/** Both of a file: as an ES module, and as a copy in CommonJS. Node, by `module-sync`, and bundlers take the one for `import` and `require` alike. */
function entryOf(name) {
  const [module, copy] = [`./${name}.js`, `./cjs/${name}.js`];
  return { types: { require: `./cjs/${name}.d.ts`, default: `./${name}.d.ts` }, 'module-sync': module, module, require: copy, default: module };
}

/**
 * The package.json of a crate's package.
 *
 * @param {import('./crate.js').Crate} crate
 * @param {string} rondelVersion
 */
export function manifestOf({ name, version, description, license, repository }, rondelVersion) {
  return {
    name,
    version,
    ...description ? { description } : {},
    ...license ? { license } : {},
    ...repository ? { repository } : {},
    type: 'module',
    sideEffects: false,
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': entryOf('index'),
      './slim': entryOf('slim'),
      './game.wasm': './game.wasm',
      './package.json': './package.json',
    },
    typesVersions: { '*': { slim: ['./slim.d.ts'] } },
    files: ['*.js', '*.d.ts', '*.wasm', 'cjs'],
    peerDependencies: { rondel: `^${rondelVersion}` },
  };
}
