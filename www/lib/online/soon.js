/** A function that calls `draw` once, soon, however often it is called until then. */
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
