// The files of the built site: links and anchors, the sidebar, and what robots and coding agents read.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { README_SECTIONS, addressOf, documentPaths } from '../../www/src/documents/pages.ts';
import { BASE, SITE } from './harness.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REPOSITORY = 'https://repository.example/rondel/tree/HEAD/';
/** Any origin: that of the address that the site is built for. */
const ORIGIN = 'https://host.example';

const pages = new Map(globSync('**/*.html', { cwd: SITE }).map((path) => [path, readFileSync(join(SITE, path), 'utf8')]));
const valuesOf = (html, name) => [...html.matchAll(new RegExp(`<[^>]*?\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => value.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
const anchors = new Map([...pages].map(([path, html]) => [path, new Set(valuesOf(html, 'id'))]));

test('every link leads to an existing page or file, and to an anchor that the page has', () => {
  const astray = [];
  let links = 0;
  for (const [path, html] of pages) {
    const targets = ['href', 'src', 'srcset'].flatMap((name) => valuesOf(html, name));
    for (const target of new Set(targets)) {
      links += 1;
      const fault = faultOf(path, target);
      if (fault) astray.push(`${path}: ${target}: ${fault}`);
    }
  }
  assert.ok(pages.size > 100 && links > 5000, `${pages.size} pages and ${links} links are fewer than there are`);
  assert.deepEqual(astray, []);
});

/** Returns what is wrong with a link; `null` if nothing is. */
function faultOf(page, target) {
  if (target.startsWith(REPOSITORY)) return existsSync(join(ROOT, target.slice(REPOSITORY.length))) ? null : 'the repository has no such file';
  // The error page has every address.
  if (page === '404.html' && target === `${ORIGIN}${BASE}404/`) return null;
  const url = new URL(target, `${ORIGIN}${BASE}${page.replace(/index\.html$/, '')}`);
  if (url.origin !== ORIGIN) return null;
  if (!url.pathname.startsWith(BASE)) return `outside of ${BASE}`;
  const path = decodeURIComponent(url.pathname.slice(BASE.length));
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  if (!existsSync(join(SITE, file))) return 'no such file';
  const anchor = decodeURIComponent(url.hash.slice(1));
  // The script of the demo makes its places.
  if (anchor === '' || file.startsWith('demo/')) return null;
  return anchors.get(file)?.has(anchor) ? null : 'no such anchor';
}

test('every document is a page, and the sidebar leads to each', () => {
  const addresses = documentPaths(ROOT).flatMap((path) => (path === 'README.md' ? Object.values(README_SECTIONS) : [addressOf(path)]));
  assert.ok(addresses.length > 100);
  const linked = new Set(valuesOf(pages.get('guides/secrets/index.html'), 'href'));
  assert.deepEqual(addresses.filter((address) => !linked.has(`${BASE}${address}/`)), []);
});

test('titles are unique, and each page has a description', () => {
  const own = [...pages].filter(([path]) => !/^(demo|404)/.test(path));
  const titles = own.map(([, html]) => /<title>([^<]*)<\/title>/.exec(html)?.[1]);
  assert.deepEqual(titles.filter((title, at) => !title || titles.indexOf(title) !== at), []);
  assert.deepEqual(own.filter(([, html]) => !/<meta name="description" content="[^"]{10,}"/.test(html)).map(([path]) => path), []);
});

test('coding agents find llms.txt, whose links lead to Markdown files', () => {
  const text = readFileSync(join(SITE, 'llms.txt'), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link).filter((link) => !link.startsWith('https:'));
  assert.ok(links.length > 20);
  assert.deepEqual(links.filter((link) => !existsSync(join(SITE, link))), []);
  assert.ok(existsSync(join(SITE, 'llms-full.txt')));
});

test('a known address gives a sitemap with all pages; robots.txt is for the root of a host alone', () => {
  const sitemap = readFileSync(join(SITE, 'sitemap-0.xml'), 'utf8');
  assert.ok(sitemap.includes(`<loc>${ORIGIN}${BASE}guides/secrets/</loc>`));
  assert.equal(existsSync(join(SITE, 'robots.txt')), false);
});
