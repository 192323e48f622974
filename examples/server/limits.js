/** What one address may ask of the server. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts requests and connections by their address, as the server names it. */
export class AddressLimits {
  #requests;
  #newConnections;
  #connectionsPerAddress;
  /** By address, how many there are now. */
  #connections = new Map();

  /** @param {ReturnType<typeof import('./config.js').readConfig>} config */
  constructor({ requestsPerMinute, connectionsPerMinute, connectionsPerAddress }) {
    this.#requests = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });
    this.#newConnections = new RateLimiterMemory({ points: connectionsPerMinute, duration: 60 });
    this.#connectionsPerAddress = connectionsPerAddress;
  }

  /** Koa's middleware that answers 429 to whoever asks too often; `addressOf` is the server's. */
  requests(addressOf) {
    return async (ctx, next) => {
      const milliseconds = await pauseOf(this.#requests, addressOf(ctx.req));
      if (milliseconds === 0) return next();
      ctx.status = 429;
      ctx.set('Retry-After', String(Math.ceil(milliseconds / 1000)));
      ctx.body = 'too many requests\n';
      return undefined;
    };
  }

  /** Whether a request from an address may become a connection: for `limits.admit` of a server. */
  async admits(address) {
    if ((this.#connections.get(address) ?? 0) >= this.#connectionsPerAddress) return false;
    return (await pauseOf(this.#newConnections, address)) === 0;
  }

  /** To be told of each connection that begins, by 1, and that ends, by -1. */
  count(address, change) {
    const number = (this.#connections.get(address) ?? 0) + change;
    if (number > 0) this.#connections.set(address, number);
    else this.#connections.delete(address);
  }
}

/** Milliseconds until one more is allowed: 0 for now. */
async function pauseOf(limiter, address) {
  try {
    await limiter.consume(address);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext;
    throw refusal;
  }
}
