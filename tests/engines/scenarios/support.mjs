// Functions that the scenarios of the page share.

/** Resolves once the client shows a state for which the condition holds. */
export function shown(client, condition) {
  return new Promise((resolve) => {
    const unsubscribe = client.subscribe((state) => {
      if (!state || !condition(state)) return;
      // The first call comes from within `subscribe`.
      queueMicrotask(() => unsubscribe());
      resolve(state);
    });
  });
}

export const connected = (client) => shown(client, (state) => state.isConnected);

/** Resolves once the document shows the text; checks again before each paint. */
export async function seen(element, text) {
  while (element.textContent !== text) await new Promise((done) => { setTimeout(done, 10); });
}

export function equal(found, wanted) {
  const [a, b] = [found, wanted].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${a}, not ${b}`);
}

/** Resolves with the value of a function once it is truthy; asks again every 10 ms. */
export async function until(find) {
  for (;;) {
    const found = find();
    if (found) return found;
    await new Promise((done) => { setTimeout(done, 10); });
  }
}
