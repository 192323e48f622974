import { camelize } from 'vue';
import type { Foreign } from '../util/foreign.js';

/**
 * Returns a function that returns a board's props: those that it declares, and those of the page. All others would become attributes of its
 * element.
 */
export function handingTo(board: Foreign): (all: object, attrs: object) => object {
  let wanted: () => object = () => ({});
  let handed: object = {};
  // The props of a board of `defineAsyncComponent` are known when it has loaded. Vue then passes it the object that its placeholder
  // received. Vue also reports failures.
  if (isAsync(board)) board.__asyncLoader().then(() => Object.assign(handed, wanted()), () => {});
  return (all, attrs) => {
    wanted = () => wantedBy(board, all, attrs);
    return (handed = wanted());
  };
}

function wantedBy(board: Foreign, all: object, attrs: object) {
  // If its internals differ from Vue 3's, the declared props are unknown.
  if (board?.name === 'AsyncComponentWrapper' && !isAsync(board)) return all;
  const component = optionsOf(isAsync(board) ? board.__asyncResolved : board);
  if (typeof component === 'function' && !component.props) return all;
  const declared = new Set(declaredBy(component));
  return Object.fromEntries(Object.entries(all).filter(([name]) => declared.has(name) || name in attrs));
}

/** Returns `true` for a board of `defineAsyncComponent`, by the fields that Vue itself uses. */
function isAsync(board: Foreign) {
  return typeof board?.__asyncLoader === 'function' && '__asyncResolved' in board;
}

/** Returns the names of a component's declared props, including those of mixins and of the extended component. */
function declaredBy(given: Foreign): string[] {
  if (!given) return [];
  const { props, extends: base, mixins = [] } = optionsOf(given);
  const own = Array.isArray(props) ? props : Object.keys(props ?? {});
  return [...own.map(camelize), ...[base, ...mixins].flatMap(declaredBy)];
}

/** Returns the options of a component. A class has them in a field. */
function optionsOf(component: Foreign) {
  return component?.__vccOpts ?? component;
}
