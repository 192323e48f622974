/** Runs the server with the configuration of the environment: see README.md. */
import { makeServer } from './server.js';

// In development Koa and Rondel print text for people, not lines of JSON.
process.env.NODE_ENV ??= 'production';
const { PORT = '8000', HOST = '127.0.0.1' } = process.env;

try {
  await makeServer(process.env).run({ port: PORT, host: HOST });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
