import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { documentLinks } from './src/documents/links.ts';
import { base, repository, site } from './src/settings.ts';
import { sidebar } from './src/sidebar.ts';

export default defineConfig({
  base: base || '/',
  ...(site && { site }),
  trailingSlash: 'always',
  // The pictures of the documents are small already.
  image: { service: passthroughImageService() },
  markdown: {
    // Documents appear as they are written, with the anchors that they have in the repository.
    processor: satteri({ mdastPlugins: [documentLinks], features: { smartPunctuation: false } }),
  },
  integrations: [
    starlight({
      title: 'Rondel',
      logo: { src: './src/logo.svg', alt: '' },
      favicon: '/favicon.svg',
      sidebar,
      // A game of the playground cannot lead its frame to another address. Frames with `srcdoc` are no requests.
      head: [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: "frame-src 'none'" } }],
      customCss: ['./src/styles/theme.css', './src/styles/first-page.css'],
      components: {
        Head: './src/components/Head.astro',
        Hero: './src/components/Hero.astro',
        MarkdownContent: './src/components/MarkdownContent.astro',
        SocialIcons: './src/components/SocialIcons.astro',
      },
      // Documents are in folders of the repository.
      markdown: { processedDirs: ['../docs', '../examples', '../packages', '../.github'] },
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      expressiveCode: { styleOverrides: { borderRadius: '0.5rem' }, shiki: { langAlias: { caddyfile: 'nginx' } } },
      ...(repository && { social: [{ icon: 'github', label: 'GitHub', href: repository }] }),
      lastUpdated: false,
      credits: false,
    }),
  ],
});
