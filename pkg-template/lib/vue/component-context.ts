import {
  getCurrentInstance, getCurrentScope, hasInjectionContext, inject, onActivated, onDeactivated, shallowRef, ssrContextKey,
} from 'vue';
import { noClient } from '../client/follow.js';
import type { InjectionKey } from 'vue';
import type { Foreign } from '../util/foreign.js';

/** Key of the client of the board that `Client` shows, for hooks in the board. */
export const BOARD_CLIENT: InjectionKey<Foreign> = /* @__PURE__ */ Symbol('rondel.client');

/** Returns the client of the board, for a hook without a given one. */
export function boardClient(hook: string): Foreign {
  const client = hasInjectionContext() ? inject(BOARD_CLIENT, null) : null;
  if (!client) throw noClient(hook);
  return client;
}

/** Returns `true` on a server, which renders once. Hooks start no client there, because no code would stop it. */
export function isOnServer() {
  const isInApp = hasInjectionContext();
  if (isInApp && inject(ssrContextKey, null) !== null) return true;
  if (getCurrentInstance() !== null || typeof document !== 'undefined') return false;
  // Vue gives no answer after an `await`, and in plugins of an app before its first rendering. A script has a scope and no app.
  return isInApp || !getCurrentScope();
}

/**
 * Returns a ref that is `false` while `KeepAlive` hides the component that is being set up. The ref is always `true` outside of components,
 * and in a scope that outlives its first component, such as that of a Pinia store.
 */
export function useIsShown() {
  const isShown = shallowRef(true);
  if (isOfComponent(getCurrentInstance())) {
    onActivated(() => { isShown.value = true; });
    onDeactivated(() => { isShown.value = false; });
  }
  return isShown;
}

/** Returns `true` if the current scope is within an instance's own. Vue's types lack a component's scope and a scope's parent. */
function isOfComponent(instance: Foreign) {
  let scope = getCurrentScope() as Foreign;
  while (scope && !scope.detached && scope.parent) scope = scope.parent;
  return Boolean(instance) && scope === instance.scope;
}
