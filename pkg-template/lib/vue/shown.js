import { getCurrentInstance, getCurrentScope, onActivated, onDeactivated, shallowRef } from 'vue';

/**
 * Whether the component that is being set up shows: not while `KeepAlive` keeps it. Outside of components it is always so, and in a scope that
 * outlives the component which has asked for it first, as that of a store of Pinia's.
 */
export function useIsShown() {
  const isShown = shallowRef(true);
  if (isOfComponent(getCurrentInstance())) {
    onActivated(() => { isShown.value = true; });
    onDeactivated(() => { isShown.value = false; });
  }
  return isShown;
}

/** Vue's types have neither a component's scope nor a scope's parent. */
function isOfComponent(/** @type {any} */ instance) {
  let scope = /** @type {any} */ (getCurrentScope());
  while (scope && !scope.detached && scope.parent) scope = scope.parent;
  return Boolean(instance) && scope === instance.scope;
}
