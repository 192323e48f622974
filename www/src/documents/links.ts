/** Links between documents: to the pages of the site, or else to the repository. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { defineMdastPlugin, type MdastPluginDefinition } from 'satteri';
import { sourceAddress } from '../games/games.ts';
import { ROOT } from '../root.ts';
import { base, repository } from '../settings.ts';
import { addressOf, readmeAddress } from './pages.ts';

/** A plugin of the Markdown processor that changes the targets of links in documents. */
export function documentLinks({ fileURL }: { fileURL?: URL | undefined }): MdastPluginDefinition {
  const from = fileURL && relative(ROOT, fileURLToPath(fileURL));
  return defineMdastPlugin({
    name: 'document-links',
    link(node, context) {
      if (from === undefined || /^(https?:|mailto:|#|\/)/.test(node.url)) return;
      const url = targetOf(from, node.url);
      if (url === null) context.replaceNode(node, node.children);
      else context.setProperty(node, 'url', url);
    },
  });
}

/**
 * Returns the address of a link's target: a page of this site, a file of it, or a file of the repository.
 *
 * @param from the document, relative to the repository
 * @returns `null` if there is no address for it
 */
export function targetOf(from: string, link: string): string | null {
  const [target = '', anchor = ''] = link.split('#');
  const path = join(dirname(from), target);
  if (!existsSync(join(ROOT, path))) throw new Error(`${from} links to ${link}, which does not exist`);
  if (path === 'README.md') {
    const address = readmeAddress(anchor);
    return `${base}/${address}${address && '/'}`;
  }
  const index = join(path, 'README.md');
  const address = addressOf(existsSync(join(ROOT, index)) ? index : path) ?? sourceAddress(path);
  if (address !== null) return `${base}/${address}/${anchor && `#${anchor}`}`;
  // For coding agents, as Markdown.
  if (path.startsWith('skills/')) return `${base}/${path}`;
  return repository ? `${repository}/tree/HEAD/${path}` : null;
}
