// React on a page, in all supported versions, with functions that show components.
import './dom.mjs';
import { libraryOf } from './react-library.mjs';
import { nextTask } from './tasks.mjs';

export { CONCURRENT, VERSIONS } from './react-library.mjs';

/**
 * React in a version, with functions that show components: `show(element, { strict })` returns the container, `again` to show another
 * element in its place, and `close`.
 */
export async function reactOf(version) {
  const library = await libraryOf(version);
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
