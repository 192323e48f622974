// NODE_ENV for tests.

/** Sets production until the test ends. */
export function inProduction(t) {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  t.after(() => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  });
}
