// Records the calls of clients to their transport.

/** The same transport, with a list that grows by each of these calls: its name and its arguments. */
export function recordCalls(multiplayer, names) {
  const calls = [];
  const watch = (options) => {
    const transport = multiplayer(options);
    for (const name of names) {
      const method = transport[name].bind(transport);
      transport[name] = (...args) => { calls.push([name, ...args].join(' ')); return method(...args); };
    }
    return transport;
  };
  return { calls, multiplayer: watch };
}
