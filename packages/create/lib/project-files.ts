import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of a project's files, by their paths in it. */
export type ProjectFiles = Map<string, string>;

/** A JSON value of a manifest or of the settings of a tool. */
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Files that each layer adds lines to. Files in JSON are merged, and all others are replaced. */
const APPENDED = /(^|\/)(README\.md|AGENTS\.md|Dockerfile|\.gitignore|\.dockerignore)$/;

/** Reads the layers of a template, and returns the files of a project. */
export function readLayers(templates: string, layers: readonly string[]): ProjectFiles {
  const files: ProjectFiles = new Map();
  for (const layer of layers) {
    for (const path of pathsIn(join(templates, layer))) {
      const name = nameInProject(path);
      const text = readFileSync(join(templates, layer, path), 'utf8');
      const before = files.get(name);
      files.set(name, before === undefined ? text : joined(name, before, text));
    }
  }
  return files;
}

/** Returns the paths of the files below a folder, separated by "/". */
function pathsIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => (entry.isDirectory() ? pathsIn(join(folder, entry.name)).map((path) => `${entry.name}/${path}`) : [entry.name]));
}

// npm publishes no .gitignore, and reads it as a list of files to omit.
function nameInProject(path: string) {
  return path.split('/').map((part) => part.replace(/^_/, '.')).join('/');
}

function joined(name: string, before: string, text: string) {
  if (APPENDED.test(name)) return `${before}${name.endsWith('.md') || name === 'Dockerfile' ? '\n' : ''}${text}`;
  if (name.endsWith('.json')) return printed(merged(JSON.parse(before), JSON.parse(text)));
  return text;
}

function merged(before: Json, after: Json): Json {
  if (!isObject(before) || !isObject(after)) return after;
  const entries = Object.entries(after).map(([key, value]) => [key, Object.hasOwn(before, key) ? merged(before[key]!, value) : value]);
  return { ...before, ...Object.fromEntries(entries) };
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a JSON value as the text of a file. */
export const printed = (value: Json) => `${JSON.stringify(value, null, 2)}\n`;
