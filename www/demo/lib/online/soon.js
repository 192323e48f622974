/** Returns a function that schedules one call of `draw`, however often it is called. */
export function soon(draw) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      draw();
    });
  };
}
