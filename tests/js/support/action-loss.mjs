// A connection over which actions are lost.

/** As a `multiplayer`, but no action arrives. `transports` collects those that are made; `told` is what each was called for. */
export function unanswering(multiplayer, transports) {
  return (options) => {
    const transport = multiplayer(options);
    transport.told = [];
    for (const name of ['connect', 'disconnect']) {
      const real = transport[name];
      transport[name] = (...args) => {
        transport.told.push(name);
        return real.apply(transport, args);
      };
    }
    transport.sendAction = () => {};
    transports.push(transport);
    return transport;
  };
}
