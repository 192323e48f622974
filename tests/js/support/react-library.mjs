// React in all supported versions, from the development packages, each with the bindings of the package.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The exports of React and of `rondel/react` for tests, from one module, so that all versions have one shape. */
const CONTENTS = `
import React from 'react';
import * as testUtils from 'react-dom/test-utils';
export { renderToString } from 'react-dom/server';
export * as bindings from 'rondel/react';
export * as effectBindings from 'rondel/effects/react';
export { keepSeat } from 'rondel/client';
export { Local } from 'rondel/multiplayer';
export const act = React.act ?? testUtils.act;
export { React };
`;

/** Functions that render, and that hydrate a server's output. */
const ROOTS = "export { createRoot, hydrateRoot } from 'react-dom/client';";
/** React 16 and 17 have no roots: a container is one. */
const CONTAINERS = `
import ReactDOM from 'react-dom';
const rootOf = (container) => ({
  render: (element) => ReactDOM.render(element, container),
  unmount: () => ReactDOM.unmountComponentAtNode(container),
});
export const createRoot = rootOf;
export function hydrateRoot(container, element) {
  ReactDOM.hydrate(element, container);
  return rootOf(container);
}
`;

/** CommonJS packages require Node's. React's `act` would leave ports open, which keep the process alive. */
const BANNER = `
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
class MessageChannel {
  port1 = {};
  port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
}
`;

/** The version that the development packages have under its own name. */
const PLAIN = '19';
/** The supported versions; only the newest in a fast run. */
export const VERSIONS = process.env.RONDEL_FAST ? [PLAIN] : ['16', '17', '18', PLAIN];
/** Versions whose effects are hidden, mounted twice by StrictMode, and rendered in transitions. */
export const CONCURRENT = ['18', '19'];

/** A version of React, and the package's bindings for it. */
export async function libraryOf(version) {
  const { outputFiles } = await build({
    stdin: { contents: CONTENTS + (CONCURRENT.includes(version) ? ROOTS : CONTAINERS), resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias: version === PLAIN ? {} : { react: `react-${version}`, 'react-dom': `react-dom-${version}` },
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
