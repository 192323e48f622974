// Which layer of the package may import which. For dependency-cruiser, which scripts/check-structure runs.

/** By layer, the others that it may import. Entry files, which lie in no layer, import layers alone. */
const LAYERS = {
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
  'server/util': ['util'],
  'server/storage': ['util', 'online/storage', 'server/util'],
  'server/copying': ['util', 'server/storage', 'server/util'],
  'server/nodes': ['util', 'engine', 'game', 'online', 'online/protocol', 'online/storage', 'server/storage'],
  'server/operations': ['util', 'server/util'],
  'server/bots': ['util', 'ai', 'game', 'online'],
  server: [
    'util', 'ai', 'engine', 'game', 'online', 'online/protocol', 'online/storage', 'online/transports', 'server/bots', 'server/nodes', 'server/operations',
    'server/storage', 'server/util',
  ],
  command: ['util', 'engine', 'game', 'server/copying', 'simulation'],
  simulation: ['util', 'game', 'ai', 'online', 'online/protocol'],
  testing: ['util', 'engine', 'game', 'ai', 'online', 'online/protocol', 'online/storage'],
};

/** The table of what both languages agree on, which the build makes. It imports nothing, and every layer may import it. */
const TABLE = 'lib/engine/codes\\.js$';

/** What a page loads that has the engine itself: it imports an entry file, and its twins are made by scripts/slim.mjs. */
const OF_ENTRIES = '^pkg-template/slim\\.js$';

const directions = Object.entries(LAYERS).map(([layer, others]) => ({
  name: `${layer} may import ${others.join(', ') || 'no other layer'}`,
  severity: 'error',
  from: { path: within(layer) },
  to: { path: '^pkg-template/', pathNot: [within(layer), ...others.map(within), TABLE] },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...directions,
    {
      name: 'entry files import layers alone',
      severity: 'error',
      from: { path: '^pkg-template/[^/]+$', pathNot: OF_ENTRIES },
      to: { path: '^pkg-template/', pathNot: Object.keys(LAYERS).map(within) },
    },
    {
      name: 'each file of lib lies in a layer',
      severity: 'error',
      from: {},
      to: { path: '^pkg-template/lib/', pathNot: Object.keys(LAYERS).map(within) },
    },
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Declarations have no code; those of entries refer to one another.
    exclude: { path: '^pkg/|\\.d\\.ts$' },
    includeOnly: '^pkg-template/',
  },
};

/** All files of a layer: `online` and `server` have layers within, which are others. */
function within(layer) {
  const inner = Object.keys(LAYERS).filter((other) => other.startsWith(`${layer}/`)).map((other) => other.slice(layer.length + 1));
  return `^pkg-template/lib/${layer}/${inner.length > 0 ? `(?!(${inner.join('|')})/)` : ''}`;
}
