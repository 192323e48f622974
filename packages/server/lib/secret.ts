import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns `true` if two texts are the same, in constant time. */
export function isSameSecret(text: unknown, secret: unknown) {
  if (typeof text !== 'string' || typeof secret !== 'string') return false;
  return timingSafeEqual(digest(text), digest(secret));
}

function digest(text: string) {
  return createHash('sha256').update(text).digest();
}
