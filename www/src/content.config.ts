import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { documents, readmeParts } from './documents/loader.ts';

export const collections = {
  docs: defineCollection({ loader: documents(), schema: docsSchema() }),
  readme: defineCollection({ loader: readmeParts() }),
};
