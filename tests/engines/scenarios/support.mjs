// What the scenarios of the page have in common.

/** Resolves once the client shows a state that the condition holds for. */
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

/** Resolves once the document shows the text; asks again before each painting. */
export async function seen(element, text) {
  while (element.textContent !== text) await new Promise((done) => { setTimeout(done, 10); });
}

export function equal(found, wanted) {
  const [a, b] = [found, wanted].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${a}, not ${b}`);
}
