// Files for a page: a server of them, for as long as a test takes.
import { createServer } from 'node:http';
import { extname } from 'node:path';

const TYPES = {
  '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm',
};

/** Serves what `bodyOf` returns for the path of a file, `null` if there is none, until the test is over; returns the address. */
export async function serveFiles(t, bodyOf, headers = {}) {
  const server = createServer(async ({ url }, response) => {
    if (url === '/favicon.ico') return response.writeHead(204).end();
    const path = url === '/' ? 'index.html' : url.slice(1);
    const body = await bodyOf(path);
    if (body === null) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[extname(path)], ...headers }).end(body);
  });
  await new Promise((listening) => { server.listen(0, '127.0.0.1', listening); });
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}/`;
}
