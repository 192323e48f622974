/** Loads the documents of the repository into the content collection of the site. No document is copied. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path/posix';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { ROOT } from '../root.ts';
import { documentOf, partsOf, sectionOf, type Document } from './document.ts';
import { README_SECTIONS, TITLES, addressOf, documentPaths } from './pages.ts';

/** Folder of the API reference. */
const API = 'www/generated/api/';

/** A loader of all documents. */
export function documents(): Loader {
  return {
    name: 'documents',
    async load(context) {
      context.store.clear();
      for (const path of documentPaths(ROOT)) {
        for (const [id, document] of pagesIn(path, readFileSync(join(ROOT, path), 'utf8'))) await add(context, { id, file: join(ROOT, path), document });
      }
    },
  };
}

/** A loader of the parts of README.md that the first page shows: `summary` and `lead`. */
export function readmeParts(): Loader {
  return {
    name: 'readme-parts',
    async load({ generateDigest, renderMarkdown, store }) {
      const file = join(ROOT, 'README.md');
      store.clear();
      for (const [id, body] of Object.entries(partsOf(readFileSync(file, 'utf8')))) {
        store.set({ id, data: {}, body, digest: generateDigest(body), rendered: await renderMarkdown(body, { fileURL: pathToFileURL(file) }) });
      }
    },
  };
}

/** The pages that a file contains, with their addresses. */
function pagesIn(path: string, text: string): [id: string, document: Document][] {
  if (path === 'README.md') return Object.entries(README_SECTIONS).map(([heading, address]) => [address, sectionOf(text, heading)]);
  const address = addressOf(path);
  if (address === null) throw new Error(`${path} has no address: add it to www/src/documents/pages.ts`);
  return [[address, path.startsWith(API) ? apiDocumentOf(path, text) : ownTitle(address, documentOf(text))]];
}

function ownTitle(address: string, document: Document): Document {
  return { ...document, title: TITLES[address] ?? document.title };
}

/** Reads a page of the API reference. Namespaces of several entries have the same names. */
function apiDocumentOf(path: string, text: string): Document {
  const { title, body } = documentOf(text);
  const [, entry] = /^(.+?)(?:\/index)?\/namespaces\//.exec(path.slice(API.length)) ?? [];
  const full = entry === undefined ? title : `${entry}: ${title}`;
  const owner = path.endsWith('api/index.md') ? 'all entries of the packages' : full;
  return { title: full, description: `Interfaces, types, functions and variables of ${owner}.`, body };
}

async function add({ config, generateDigest, parseData, renderMarkdown, store }: LoaderContext, { id, file, document }: { id: string; file: string; document: Document }) {
  const { title, description, body } = document;
  const filePath = relative(fileURLToPath(config.root), file);
  const data = await parseData({ id, data: { title, description }, filePath: file });
  const rendered = await renderMarkdown(body, { fileURL: pathToFileURL(file) });
  store.set({ id, data, body, filePath, digest: generateDigest(body), rendered, assetImports: rendered.metadata?.imagePaths ?? [] });
}
