// Pages of React 16 to 19 and of Vue with one interface. `component(use)` shows the result of a function that uses hooks, as JSON.
import './dom.mjs';
import { reactOf, VERSIONS } from './react.mjs';
import { nextTask } from './tasks.mjs';

const vue = await import('vue');
const vueHooks = await import('rondel/vue');

const textOf = (value) => JSON.stringify(value) ?? 'nothing';

async function reactPage(version) {
  const react = await reactOf(version);
  const show = async (component, options) => {
    const { container, close } = await react.show(react.h(component), options);
    return { text: () => container.textContent, close };
  };
  return {
    hooks: react.bindings,
    both: (one, other) => [one, other],
    /** The value of a field that a hook has returned. */
    valueOf: (field) => field,
    act: (work) => react.act(async () => { await work(); }),
    component: (use, note = () => {}) => () => { note(); return textOf(use()); },
    show,
    closeAll: react.closeAll,
  };
}

function vuePage() {
  const open = new Set();
  return {
    hooks: vueHooks,
    both: (one, other) => vue.computed(() => [one.value, other.value]),
    valueOf: (field) => field.value,
    async act(work) {
      await work();
      await vue.nextTick();
    },
    component: (use, note = () => {}) => ({ setup() { const value = use(); return () => { note(); return textOf(vue.toValue(value)); }; } }),
    async show(component) {
      const container = document.body.appendChild(document.createElement('div'));
      const app = vue.createApp(component);
      app.mount(container);
      open.add(close);
      return { text: () => container.textContent, close };

      async function close() {
        if (open.delete(close)) app.unmount();
        container.remove();
        await nextTask();
      }
    },
    async closeAll() { for (const close of [...open]) await close(); },
  };
}

/** Adds a function that shows the result of hooks, and counts its renderings. */
const withHooks = (page) => ({
  ...page,
  async showHooks(use, options) {
    let renderings = 0;
    return { ...await page.show(page.component(use, () => { renderings += 1; }), options), renderings: () => renderings };
  },
});

export const FRAMEWORKS = {
  ...Object.fromEntries(await Promise.all(VERSIONS.map(async (version) => [`React ${version}`, withHooks(await reactPage(version))]))),
  Vue: withHooks(vuePage()),
};
