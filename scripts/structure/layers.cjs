// Which layer of a package may import which. For dependency-cruiser, which scripts/check-structure runs.

/** By package: its folder, and by layer the others that the layer may import. Entry files, which lie in no layer, import layers alone. */
const PACKAGES = [
  {
    folder: 'pkg-template',
    layers: {
      util: [],
      engine: ['util'],
      game: ['util', 'engine'],
      lobby: ['util', 'game', 'client', 'online/transports'],
      ai: ['util', 'engine', 'game', 'online', 'online/protocol'],
      'online/protocol': ['util'],
      'online/storage': ['util', 'engine'],
      online: ['util', 'engine', 'game', 'online/protocol', 'online/storage'],
      client: ['util', 'engine', 'game', 'online/protocol'],
      react: ['util', 'client', 'lobby'],
      vue: ['util', 'client', 'lobby'],
      'online/transports': ['util', 'engine', 'game', 'ai', 'online', 'online/protocol', 'online/storage', 'client'],
      command: ['util', 'engine', 'game', 'simulation'],
      simulation: ['util', 'game', 'ai', 'online', 'online/protocol'],
      testing: ['util', 'engine', 'game', 'ai', 'online', 'online/protocol', 'online/storage'],
    },
    // The table of what both languages agree on, which the build makes.
    shared: ['lib/engine/codes\\.js$'],
  },
  {
    folder: 'packages/server',
    layers: {
      util: [],
      storage: ['util'],
      copying: ['util', 'storage'],
      command: ['copying'],
      nodes: ['storage'],
      operations: ['util'],
      bots: [],
      '': ['bots', 'nodes', 'operations', 'storage', 'util'],
    },
    // The internals of `rondel`.
    shared: ['lib/rondel\\.[jt]s$'],
  },
];

/**
 * Entries made of others: the root, and what a page loads that has the engine itself, whose twins are made by scripts/slim.mjs.
 */
const OF_ENTRIES = '^pkg-template/(index|slim)\\.[jt]s$';

const rules = PACKAGES.flatMap(({ folder, layers, shared }) => {
  const all = Object.keys(layers);
  const within = (layer) => filesOf(folder, layer, all);
  return [
    ...Object.entries(layers).map(([layer, others]) => ({
      name: `${folder}/lib/${layer} may import ${others.join(', ') || 'no other layer'}`,
      severity: 'error',
      from: { path: within(layer) },
      to: { path: `^${folder}/`, pathNot: [within(layer), ...others.map(within), ...shared] },
    })),
    {
      name: `entry files of ${folder} import layers alone`,
      severity: 'error',
      from: { path: `^${folder}/[^/]+$`, pathNot: OF_ENTRIES },
      to: { path: `^${folder}/`, pathNot: all.map(within) },
    },
    {
      name: `each file of ${folder}/lib lies in a layer`,
      severity: 'error',
      from: {},
      to: { path: `^${folder}/lib/`, pathNot: all.map(within) },
    },
    {
      name: `${folder} imports other packages by their names`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: { path: '^(pkg-template|packages)/', pathNot: `^${folder}/` },
    },
  ];
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...rules,
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Declarations have no code; those of entries refer to one another.
    exclude: { path: '^pkg(-server)?/|\\.d\\.ts$' },
    includeOnly: '^(pkg-template|packages)/',
  },
};

/** All files of a layer. Some layers lie within others. */
function filesOf(folder, layer, all) {
  const path = layer === '' ? '' : `${layer}/`;
  const inner = all.filter((other) => other !== layer && other.startsWith(path)).map((other) => other.slice(path.length));
  return `^${folder}/lib/${path}${inner.length > 0 ? `(?!(${inner.join('|')})/)` : ''}`;
}
