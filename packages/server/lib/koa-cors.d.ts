// The package has no types of its own.
declare module '@koa/cors' {
  import type { Context, Middleware } from 'koa';

  interface CorsOptions {
    /** Returns the origin that may read the response; empty if the page may not. */
    origin?: (ctx: Context) => string | Promise<string>;
  }

  export default function cors(options?: CorsOptions): Middleware;
}
