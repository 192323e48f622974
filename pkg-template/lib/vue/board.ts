import { camelize } from 'vue';
import type { Foreign } from '../util/foreign.js';

/**
 * What a board is handed, from when it first shows: the props that it declares, and what the page hands on.
 * All others would become attributes of its element.
 */
export function handingTo(board: Foreign): (all: object, attrs: object) => object {
  let wanted: () => object = () => ({});
  let handed: object = {};
  // What a board of `defineAsyncComponent` declares is known when it has loaded. Vue then hands it the very object that its
  // placeholder was given; Vue also reports failures.
  if (isAsync(board)) board.__asyncLoader().then(() => Object.assign(handed, wanted()), () => {});
  return (all, attrs) => {
    wanted = () => wantedBy(board, all, attrs);
    return (handed = wanted());
  };
}

function wantedBy(board: Foreign, all: object, attrs: object) {
  // If its internals are not those of Vue 3, what it declares is not known.
  if (board?.name === 'AsyncComponentWrapper' && !isAsync(board)) return all;
  const component = optionsOf(isAsync(board) ? board.__asyncResolved : board);
  if (typeof component === 'function' && !component.props) return all;
  const declared = new Set(declaredBy(component));
  return Object.fromEntries(Object.entries(all).filter(([name]) => declared.has(name) || name in attrs));
}

/** Whether a board is one of `defineAsyncComponent`, with what Vue itself loads and finds it by. */
function isAsync(board: Foreign) {
  return typeof board?.__asyncLoader === 'function' && '__asyncResolved' in board;
}

/** The names of the props that a component declares, also by its mixins and by what it extends. */
function declaredBy(given: Foreign): string[] {
  if (!given) return [];
  const { props, extends: base, mixins = [] } = optionsOf(given);
  const own = Array.isArray(props) ? props : Object.keys(props ?? {});
  return [...own.map(camelize), ...[base, ...mixins].flatMap(declaredBy)];
}

/** A class has its options beside it. */
function optionsOf(component: Foreign) {
  return component?.__vccOpts ?? component;
}
