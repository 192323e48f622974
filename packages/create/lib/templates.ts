/** A template: the folders of templates/ that it is made of. Files of a later folder extend or replace those of an earlier one. */
interface Template {
  title: string;
  layers: readonly string[];
  /** Layers that follow in a project with a server. */
  online: readonly string[];
}

export const TEMPLATES = {
  'react-ts': {
    title: 'React',
    layers: ['base', 'typescript', 'react'],
    online: ['node-image', 'online', 'react-online'],
  },
  'vue-ts': {
    title: 'Vue',
    layers: ['base', 'typescript', 'vue'],
    online: ['node-image', 'online', 'vue-online'],
  },
  'vanilla-ts': {
    title: 'TypeScript without a framework',
    layers: ['base', 'typescript', 'vanilla'],
    online: ['node-image', 'online', 'vanilla-online'],
  },
  'rust-ts': {
    title: 'Rules in Rust, page in TypeScript',
    layers: ['base', 'vanilla', 'rust'],
    online: ['rust-image', 'online', 'vanilla-online', 'rust-online'],
  },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);

/** Returns the layers of a project, in the order in which they apply. */
export function layersOf(name: TemplateName, isOnline: boolean): string[] {
  const { layers, online } = TEMPLATES[name];
  return isOnline ? [...layers, ...online] : [...layers];
}
