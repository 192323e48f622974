import { getCurrentInstance, onActivated, onDeactivated, shallowRef } from 'vue';

/** Whether the component that is being set up shows: not while `KeepAlive` keeps it. Outside of components it is always so. */
export function useIsShown() {
  const isShown = shallowRef(true);
  if (getCurrentInstance()) {
    onActivated(() => { isShown.value = true; });
    onDeactivated(() => { isShown.value = false; });
  }
  return isShown;
}
