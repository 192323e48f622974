/**
 * Lets a Node process end while a timer, or another handle, is active. Has no effect in browsers. Online clients use it for all timers
 * except that of an action that awaits its answer, so that a test or script that forgets `stop()` ends.
 */
export function unref<T>(timer: T): T {
  (timer as { unref?(): void }).unref?.();
  return timer;
}
