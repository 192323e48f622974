/** What one address may ask of the server. */
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts requests and connections by their address. */
export class AddressLimits {
  #requests;
  #newConnections;
  #connectionsPerAddress;
  #trustedProxies;
  /** By address, how many there are now. */
  #connections = new Map();
  /** By request: a connection that has ended has forgotten its address. */
  #addresses = new WeakMap();

  /** @param {ReturnType<typeof import('./config.js').readConfig>} config */
  constructor({ requestsPerMinute, connectionsPerMinute, connectionsPerAddress, trustedProxies }) {
    this.#requests = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });
    this.#newConnections = new RateLimiterMemory({ points: connectionsPerMinute, duration: 60 });
    this.#connectionsPerAddress = connectionsPerAddress;
    this.#trustedProxies = trustedProxies;
  }

  /** Koa's middleware that answers 429 to whoever asks too often. */
  requests() {
    return async (ctx, next) => {
      const milliseconds = await pauseOf(this.#requests, this.#addressOf(ctx.req));
      if (milliseconds === 0) return next();
      ctx.status = 429;
      ctx.set('Retry-After', String(Math.ceil(milliseconds / 1000)));
      ctx.body = 'too many requests\n';
      return undefined;
    };
  }

  /** Whether a request may become a connection: `limits.admit` of a server. */
  async admits(request) {
    const address = this.#addressOf(request);
    if ((this.#connections.get(address) ?? 0) >= this.#connectionsPerAddress) return false;
    return (await pauseOf(this.#newConnections, address)) === 0;
  }

  /** To be told of each connection that begins, by 1, and that ends, by -1. */
  count(request, change) {
    const address = this.#addressOf(request);
    const number = (this.#connections.get(address) ?? 0) + change;
    if (number > 0) this.#connections.set(address, number);
    else this.#connections.delete(address);
  }

  /**
   * Whoever is asking: as the farthest of the trusted proxies has seen them. What stands before that in the header may be made
   * up by anybody.
   */
  #addressOf(request) {
    const known = this.#addresses.get(request);
    if (known !== undefined) return known;
    const address = networkOf(forwardedFor(request, this.#trustedProxies) ?? request.socket.remoteAddress ?? '');
    this.#addresses.set(request, address);
    return address;
  }
}

function forwardedFor({ headers }, trustedProxies) {
  if (trustedProxies === 0) return undefined;
  return headers['x-forwarded-for']?.split(',').at(-trustedProxies)?.trim();
}

/** One household has a whole network of IPv6. */
function networkOf(address) {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head, tail] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const gap = tail ? Array(8 - head.length - tail.length).fill('0') : [];
  return [...head, ...gap, ...(tail ?? [])].slice(0, 4).join(':');
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
