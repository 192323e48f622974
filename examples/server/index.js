/** Runs the server that the environment describes: see README.md. */
import { makeServer } from './server.js';

// What Koa and Rondel print in development is for people, and no line of JSON.
process.env.NODE_ENV ??= 'production';
const { PORT = '8000', HOST = '127.0.0.1' } = process.env;

try {
  await makeServer(process.env).run({ port: PORT, host: HOST });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
