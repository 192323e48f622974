// A connection that loses actions.

/** A `multiplayer` over which no action arrives. `transports` collects the created ones; `calls` lists the methods called on each. */
export function withLostActions(multiplayer, transports) {
  return (options) => {
    const transport = multiplayer(options);
    transport.calls = [];
    for (const name of ['connect', 'disconnect']) {
      const real = transport[name];
      transport[name] = (...args) => {
        transport.calls.push(name);
        return real.apply(transport, args);
      };
    }
    transport.sendAction = () => {};
    transports.push(transport);
    return transport;
  };
}
