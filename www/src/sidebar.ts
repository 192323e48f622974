/** The sidebar: groups of pages, by address. `scripts/test-site` finds pages that no group has. */
import { addressesBelow } from './documents/pages.ts';
import { ROOT } from './root.ts';
import type { StarlightUserConfig } from '@astrojs/starlight/types';

type Sidebar = NonNullable<StarlightUserConfig['sidebar']>;

/** Pages in the order of the list. Their labels are their titles. */
const pages = (...slugs: string[]): Sidebar => slugs.map((slug) => ({ slug }));
const guides = (...names: string[]): Sidebar => pages(...names.map((name) => `guides/${name}`));
const below = (address: string): Sidebar => pages(...addressesBelow(ROOT, address));
const references = (...names: string[]): Sidebar => pages(...names.map((name) => `reference/${name}`));

export const sidebar: Sidebar = [
  {
    label: 'Start here',
    items: pages('install', 'guides/first-game', 'react-game', 'guides/coming-from-boardgame-io', 'compared'),
  },
  {
    label: 'Play',
    items: [
      { label: 'Games and their source', link: '/games/' },
      { label: 'The demo', link: '/demo/' },
      { label: 'Playground', link: '/playground/' },
      { label: 'Example projects', collapsed: true, items: below('examples') },
    ],
  },
  {
    label: 'Guides',
    items: guides('react-and-vue', 'online', 'secrets', 'testing', 'hosting', 'operating', 'games-in-rust', 'bots', 'debugging', 'time', 'effects'),
  },
  {
    label: 'Reference',
    items: [
      { label: 'Games', collapsed: true, items: references('game', 'core', 'typescript', 'errors', 'testing', 'ai') },
      { label: 'Pages', collapsed: true, items: references('client', 'react-and-vue', 'loading') },
      { label: 'Online', collapsed: true, items: references('multiplayer', 'server', 'master', 'own-host', 'protocol', 'upgrading') },
      { label: 'Rust', collapsed: true, items: references('rust-game', 'build-game') },
      { label: 'Commands', collapsed: true, items: references('create-rondel', 'rondel-migrate') },
      { slug: 'reference/speed' },
      { label: 'API', collapsed: true, items: below('api') },
    ],
  },
  { label: 'Help', items: pages('troubleshooting', 'glossary', 'changelog', 'security') },
  {
    label: 'Contributing',
    collapsed: true,
    items: [
      ...pages('contributing', 'commands', 'architecture', 'releasing'),
      { label: 'Decisions', collapsed: true, items: below('decisions') },
    ],
  },
];
