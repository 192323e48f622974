// Allowed imports between the layers of a package, for dependency-cruiser, which scripts/check-structure runs.

/** Folder of each package, and the layers that each of its layers may import. Entry files, which belong to no layer, import layers alone. */
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
      client: ['util', 'engine', 'game', 'online/protocol', 'debug'],
      debug: ['util', 'game', 'ai'],
      react: ['util', 'client', 'lobby'],
      vue: ['util', 'client', 'lobby'],
      // The interface of bgio-effects.
      effects: ['util', 'engine', 'client', 'react'],
      'online/transports': ['util', 'engine', 'game', 'ai', 'online', 'online/protocol', 'online/storage', 'client'],
      command: ['util', 'engine', 'game', 'simulation'],
      simulation: ['util', 'game', 'ai', 'online', 'online/protocol'],
      testing: ['util', 'engine', 'game', 'ai', 'online', 'online/protocol', 'online/storage'],
    },
    // The table of names that both languages share, which the build creates.
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
  {
    folder: 'packages/migrate',
    layers: {
      text: [],
      syntax: ['text'],
      project: ['syntax'],
      changes: ['text', 'syntax', 'project'],
      findings: ['syntax', 'project'],
      command: ['text', 'project', 'changes', 'findings'],
    },
    shared: [],
  },
  {
    folder: 'packages/create',
    layers: { '': [] },
    shared: [],
  },
];

/**
 * Entries made of others: the root, and the modules of a page that loads the engine itself, whose twins scripts/slim.mjs creates.
 */
const OF_ENTRIES = '^pkg-template/(index|slim)\\.[jt]s$';

/** Folders of the built packages of packages/. */
const BUILT = PACKAGES.filter(({ folder }) => folder.startsWith('packages/')).map(({ folder }) => folder.replace('packages/', 'pkg-'));

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
      from: { path: `^${folder}/(effects/)?[^/]+$`, pathNot: OF_ENTRIES },
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
    // Declarations have no code; those of entries reference one another.
    exclude: { path: `^(pkg|${BUILT.join('|')})/|^packages/create/templates/|\\.d\\.ts$` },
    includeOnly: '^(pkg-template|packages)/',
  },
};

/** Returns all files of a layer. Some layers are nested in others. */
function filesOf(folder, layer, all) {
  const path = layer === '' ? '' : `${layer}/`;
  const inner = all.filter((other) => other !== layer && other.startsWith(path)).map((other) => other.slice(path.length));
  return `^${folder}/lib/${path}${inner.length > 0 ? `(?!(${inner.join('|')})/)` : ''}`;
}
