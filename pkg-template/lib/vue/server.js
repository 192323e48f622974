import { getCurrentInstance, inject, ssrContextKey } from 'vue';

/** Whether this is a server, which renders once: there is nothing to start, and nobody who would stop it. */
export function isOnServer() {
  return getCurrentInstance() !== null && inject(ssrContextKey, null) !== null;
}
