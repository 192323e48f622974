/** A `localStorage` with a quota in characters; `texts` has its contents. */
export function fakeLocalStorage({ quota = Infinity } = {}) {
  const texts = new Map();
  const storage = {
    texts,
    quota,
    get length() { return texts.size; },
    key: (i) => [...texts.keys()][i] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem(key, text) {
      if (String(text).length > storage.quota) throw new Error('the quota has been exceeded');
      texts.set(key, String(text));
    },
    removeItem: (key) => { texts.delete(key); },
    clear: () => { texts.clear(); },
  };
  return storage;
}

/** Installs a fake `localStorage` for the duration of a test. */
export function withLocalStorage(t, options) {
  globalThis.localStorage = fakeLocalStorage(options);
  t.after(() => { delete globalThis.localStorage; });
  return globalThis.localStorage;
}
