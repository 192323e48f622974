/** The API reference: a page of Markdown for each entry of the built packages, from their declarations. */
import { readFileSync } from 'node:fs';

/** Entries with the names of others, without names, and the one that only Rondel's own packages import. */
const OMITTED = /^rondel\/(private|slim\/.*)$|\/bot-worker$/;
/** Entries that repeat names of others, in this order after all others: a name belongs to the page of the first entry that exports it. */
const LAST = ['rondel', 'rondel/legacy', 'rondel/slim', 'rondel/server'];

/** The entries that a package exports, each with its declarations. */
function entriesOf(folder) {
  const { name, exports } = JSON.parse(readFileSync(new URL(`../${folder}/package.json`, import.meta.url), 'utf8'));
  return Object.entries(exports).filter(([, { types }]) => types?.default).map(([entry, { types }]) => ({
    entry: entry.replace('.', name), file: `../${folder}/${types.default.slice('./'.length)}`,
  }));
}

const entries = ['pkg', 'pkg-server'].flatMap(entriesOf).filter(({ entry }) => !OMITTED.test(entry));
entries.sort((one, other) => LAST.indexOf(one.entry) - LAST.indexOf(other.entry));

/** @type {Partial<import('typedoc').TypeDocOptions & import('typedoc-plugin-markdown').PluginOptions>} */
export default {
  name: 'API reference',
  entryPoints: entries.map(({ file }) => file),
  sortEntryPoints: false,
  tsconfig: 'typedoc.tsconfig.json',
  plugin: ['typedoc-plugin-markdown', './typedoc-plugin.mjs'],
  outputs: [{ name: 'markdown', path: 'generated/api' }],
  router: 'module',
  entryFileName: 'index',
  readme: 'none',
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  // Anchors of headings count equal names otherwise.
  useHTMLAnchors: true,
  anchorPrefix: 'api-',
  // Tables and plain text: a page of a thousand code blocks takes a phone seconds.
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  typeDeclarationFormat: 'table',
};
