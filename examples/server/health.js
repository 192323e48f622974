/** Whether the process lives, and whether it should be sent players: what orchestrators and proxies ask. */
import Router from '@koa/router';

/** How long the database may take to answer. */
const PATIENCE = 2000;

/**
 * Koa's middleware for `/healthz` and `/readyz`.
 *
 * @param {{ db: any, isStopping: () => boolean }} server
 */
export function health({ db, isStopping }) {
  const router = new Router();
  router.get('/healthz', (ctx) => {
    ctx.body = 'the process lives\n';
  });
  router.get('/readyz', async (ctx) => {
    const why = isStopping() ? 'the server is stopping' : await failureOf(db);
    ctx.status = why === null ? 200 : 503;
    ctx.body = `${why ?? 'the server takes players'}\n`;
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
