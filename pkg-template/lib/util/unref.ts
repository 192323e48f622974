/**
 * Keeps a timer, or another handle, from keeping a process of Node's alive. In browsers it has no effect. All timers of online clients go
 * through it but that of an action which waits for its answer: a test or script that forgets `stop()` ends.
 */
export function unref<T>(timer: T): T {
  (timer as { unref?(): void }).unref?.();
  return timer;
}
