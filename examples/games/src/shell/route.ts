import { useEffect, useState } from 'react';

/** A place on the page, from the hash of its address: `#/chess/x` is the match `x` of chess. */
export interface Route {
  gameName?: string;
  matchID?: string;
}

export function routeIn(hash: string): Route {
  const [, gameName, matchID] = hash.split('/').map(decoded);
  return { gameName: gameName || undefined, matchID: matchID || undefined };
}

export function hashOf({ gameName, matchID }: Route): string {
  return `#/${[gameName, matchID].filter((part) => part !== undefined).map(encodeURIComponent).join('/')}`;
}

export function navigate(route: Route) {
  location.hash = hashOf(route);
}

/** Returns the present route. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const update = () => setHash(location.hash);
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return routeIn(hash);
}

/** Copies the link to this match. Resolves with a text for the player. */
export async function copyLink(): Promise<string> {
  try {
    await navigator.clipboard.writeText(location.href);
    return 'The link is copied.';
  } catch {
    // The browser does not allow it, for example at an address without HTTPS.
    return location.href;
  }
}

/** Someone may have typed it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
