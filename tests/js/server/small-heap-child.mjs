// A server with a small heap, in its own process, with these options. It prints its address, and the events of `watch`.
import { Server } from 'rondel/server';

/** The log keeps arguments that the game ignores. */
const game = { name: 'heap', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };

console.info = () => {};
const server = Server({
  games: [game],
  origins: false,
  ...JSON.parse(process.argv[2]),
  watch: ({ type, why }) => type === 'cut' && process.send({ cut: why }),
});
const { appServer } = await server.run({ port: 0, host: '127.0.0.1' });
process.send({ url: `http://127.0.0.1:${appServer.address().port}` });
