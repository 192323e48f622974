import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same; how long that takes says nothing of either. */
export function isSameSecret(text: unknown, secret: unknown) {
  if (typeof text !== 'string' || typeof secret !== 'string') return false;
  return timingSafeEqual(digest(text), digest(secret));
}

function digest(text: string) {
  return createHash('sha256').update(text).digest();
}
