/** What those ask who operate the server: whether it lives, whether it should be sent players, and how it does. */
import Router from '@koa/router';

/** How long the database may take to answer. */
const PATIENCE = 2000;

/**
 * Koa's middleware for `/healthz`, `/readyz` and `/metrics`.
 *
 * @param {{ db: any, registry: import('prom-client').Registry, isStopping: () => boolean }} server
 */
export function health({ db, registry, isStopping }) {
  const router = new Router();
  router.get('/healthz', (ctx) => {
    ctx.body = 'the process lives\n';
  });
  router.get('/readyz', async (ctx) => {
    const why = isStopping() ? 'the server is stopping' : await failureOf(db);
    ctx.status = why === null ? 200 : 503;
    ctx.body = `${why ?? 'the server takes players'}\n`;
  });
  router.get('/metrics', async (ctx) => {
    ctx.type = registry.contentType;
    ctx.body = await registry.metrics();
  });
  return router.routes();
}

/** Null if it answers. */
async function failureOf(db) {
  const late = AbortSignal.timeout(PATIENCE);
  try {
    await Promise.race([db.fetch('readyz', { metadata: true }), rejected(late)]);
    return null;
  } catch {
    return 'the database does not answer';
  }
}

function rejected(signal) {
  return new Promise((_, reject) => { signal.addEventListener('abort', () => reject(signal.reason)); });
}
