// React as tests see it, in both versions that are served, each with the bindings of the package over it.
import './dom.mjs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { nextTask } from './tasks.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What tests need of React and of `rondel/react`, from one module, so that both versions have one shape. */
const CONTENTS = `
import * as React from 'react';
import * as testUtils from 'react-dom/test-utils';
export { createRoot, hydrateRoot } from 'react-dom/client';
export { renderToString } from 'react-dom/server';
export * as bindings from 'rondel/react';
export { Local } from 'rondel/multiplayer';
export const act = React.act ?? testUtils.act;
export { React };
`;

/** Packages that are no modules ask for those of Node's. React's `act` would leave ports open, which keep the process alive. */
const BANNER = `
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
class MessageChannel {
  port1 = {};
  port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
}
`;

/** The versions that are served, and where the development packages have them. */
const ALIASES = { 18: { react: 'react-18', 'react-dom': 'react-dom-18' }, 19: {} };

export const VERSIONS = Object.keys(ALIASES);

/**
 * React in a version, with what shows components: `show(element, { strict })` answers the container, `again` to show another
 * element in its place, and `close`.
 */
export async function reactOf(version) {
  const library = await load(version);
  const { React, createRoot, act } = library;
  const open = new Set();
  return { ...library, h: React.createElement, show, closeAll };

  async function show(element, { strict = false } = {}) {
    const container = document.body.appendChild(document.createElement('div'));
    const page = createRoot(container);
    open.add(close);
    const again = (next) => act(async () => page.render(strict ? React.createElement(React.StrictMode, null, next) : next));
    await again(element);
    return { container, again, close };

    async function close() {
      open.delete(close);
      await act(async () => page.unmount());
      container.remove();
      await nextTask();
    }
  }

  async function closeAll() {
    for (const close of open) await close();
  }
}

async function load(version) {
  const { outputFiles } = await build({
    stdin: { contents: CONTENTS, resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias: ALIASES[version],
    banner: { js: BANNER },
    logLevel: 'error',
    write: false,
  });
  await mkdir(join(root, 'target'), { recursive: true });
  const folder = await mkdtemp(join(root, 'target/react-'));
  try {
    await writeFile(join(folder, 'react.mjs'), outputFiles[0].contents);
    return await import(pathToFileURL(join(folder, 'react.mjs')).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
