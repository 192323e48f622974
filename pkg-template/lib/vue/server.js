import { getCurrentInstance, getCurrentScope, hasInjectionContext, inject, ssrContextKey } from 'vue';

/** Whether this is a server, which renders once: there is nothing to start, and nobody who would stop it. */
export function isOnServer() {
  const isInApp = hasInjectionContext();
  if (isInApp && inject(ssrContextKey, null) !== null) return true;
  if (getCurrentInstance() !== null || typeof document !== 'undefined') return false;
  // After an `await`, and in plugins of an app that is not rendered yet, Vue does not say which it is. A script has a scope and no app.
  return isInApp || !getCurrentScope();
}
