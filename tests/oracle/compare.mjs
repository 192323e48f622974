// The comparison after each action, and the names of differences.

/** The state of a client as far as a game can see it. `custom` names the plugins of the definition. */
export function snapshot(client, custom = []) {
  const state = client.getState();
  return {
    G: state.G,
    ctx: state.ctx,
    isActive: state.isActive,
    _stateID: state._stateID,
    undo: state._undo.length,
    redo: state._redo.length,
    plugins: Object.fromEntries(custom.map((name) => [name, state.plugins[name]?.data])),
    log: client.log,
  };
}

/** The path of the first difference between two snapshots with both values, or null. */
export function difference(expected, got, path = '') {
  // NaN equals NaN, and 0 equals -0, as in JSON.
  if (expected === got || Object.is(expected, got)) return null;
  if (typeof expected !== 'object' || typeof got !== 'object' || expected === null || got === null) {
    return { path, expected, got };
  }
  if (Array.isArray(expected) !== Array.isArray(got)) return { path, expected, got };
  if (Array.isArray(expected) && expected.length !== got.length) {
    return { path: `${path}.length`, expected: expected.length, got: got.length, tails: [expected.slice(-4), got.slice(-4)] };
  }
  for (const key of Object.keys(expected)) {
    const found = difference(expected[key], got[key], path ? `${path}.${key}` : key);
    if (found) return found;
  }
  // An undefined field counts as absent.
  for (const key of Object.keys(got)) {
    if (got[key] !== undefined && !Object.hasOwn(expected, key)) {
      return { path: path ? `${path}.${key}` : key, expected: undefined, got: got[key] };
    }
  }
  return null;
}

/** The kind of a difference, for counting: its path without players and positions. */
export function kindOf({ path }) {
  return path.replace(/\.\d+(?=\.|$)/g, '.#').replace(/ran\..*/, 'ran');
}
