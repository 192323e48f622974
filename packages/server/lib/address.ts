import { isIPv4, isIPv6 } from 'node:net';
import { print } from './rondel.js';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Number of groups, of the eight of an IPv6 address, that name a network. A household has all addresses of one network. */
const NETWORK_GROUPS = 4;
/** A network as it is written here. */
const NETWORK = /^[\da-f]{1,4}(:[\da-f]{1,4}){3}$/i;

/** The limits for which `warnOfUnnamedProxy` has warned. */
const warned: Set<string> = new Set();

/** A connection that has ended has forgotten its address. */
const remembered: WeakMap<Socket, string> = new WeakMap();

/**
 * The address that a request counts for: an IPv4 address, or the first half of an IPv6 address, a text without `::`. It is what
 * the farthest of the trusted proxies has seen: a client can invent the entries before that in `X-Forwarded-For`. If the header has no such
 * entry, or an invalid one, it is the address of the connection itself.
 *
 * @param trustedProxies how many proxies stand in front
 */
export function addressOf(request: IncomingMessage, trustedProxies: number = 0) {
  return (trustedProxies > 0 && networkOf(forwardedFor(request, trustedProxies))) || networkOf(remoteAddressOf(request.socket)) || '';
}

/**
 * Returns the address or network that an operator names, in the form of `addressOf`. A network may end with `/64`. Returns undefined for
 * other text.
 */
export function networkNamed(text: unknown) {
  if (typeof text !== 'string') return undefined;
  const [, bare] = /^(.*:.*)\/64$/.exec(text) ?? [text, text];
  return networkOf(NETWORK.test(bare) ? `${bare}::` : bare);
}

/**
 * Returns the entries of a header to which each proxy adds one at the end: the last entry is by the nearest proxy. Node joins the lines of some
 * headers, but not of all.
 */
export function entriesOfHeader(header: string | string[] | undefined) {
  return [header ?? []].flat().join(',').split(',').map((entry) => entry.trim());
}

/**
 * Warns, once per limit, of a request with X-Forwarded-For that is refused for its address: all players behind an unnamed proxy count as one address.
 *
 * @param limit that refuses the request
 */
export function warnOfUnnamedProxy(limit: string, request: IncomingMessage) {
  if (warned.has(limit) || request?.headers?.['x-forwarded-for'] === undefined) return;
  warned.add(limit);
  print('warn', `rondel: ${limit}: a request that says X-Forwarded-For was refused for its address, and trustedProxies is 0: `
    + 'all players behind a proxy count as one address: set trustedProxies');
}

function forwardedFor({ headers }: IncomingMessage, trustedProxies: number) {
  return entriesOfHeader(headers['x-forwarded-for']).at(-trustedProxies) ?? '';
}

function remoteAddressOf(socket: Socket) {
  const address = socket?.remoteAddress;
  if (address === undefined) return remembered.get(socket) ?? '';
  remembered.set(socket, address);
  return address;
}

/** Undefined if it is no address. Some proxies add the port. */
function networkOf(text: string) {
  const [, bare] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [text, text];
  if (isIPv4(bare)) return bare;
  return isIPv6(bare) ? networkOfIPv6(bare) : undefined;
}

function networkOfIPv6(address: string) {
  const groups = groupsOf(address.replace(/%.*$/, ''));
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]).join('.');
  return groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16)).join(':');
}

/** The eight numbers of an IPv6 address, which may end as one of IPv4. */
function groupsOf(address: string) {
  const [head, tail] = address.split('::').map(numbersIn);
  if (tail === undefined) return head;
  return [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail];
}

function numbersIn(half: string) {
  return half.split(':').filter(Boolean).flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a, b, c, d] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
