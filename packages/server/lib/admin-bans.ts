import { isObject } from './rondel.js';
import { networkNamed } from './address.js';
import { checkName, isBehind, mistake, placeIn, placeText, readPage, readSeat, readTerms } from './admin-arguments.js';
import { KICKED } from './admin-kicks.js';
import { BANNED, keyOf } from './bans.js';
import type { Admin, Ban, Banned, KickOptions } from '../types/admin.js';
import type { Place, Terms } from './admin-arguments.js';
import type { Kicks } from './admin-kicks.js';
import type { Bans } from './bans.js';

/** The seat of a player. */
type Seat = Extract<Banned, { matchID: string }>;

interface Banning extends Pick<Admin, 'ban' | 'unban' | 'listBans'> {
  banSeat(seat: Seat, terms: Terms): Promise<boolean>;
}

/** Bans of operators: of an address, or of the player at a seat, which stays free until the ban ends. */
export function makeBanning({ bans, kicks }: { bans: Bans, kicks: Kicks }): Banning {
  return { ban, unban, listBans, banSeat };

  async function ban(options = {} as Banned & KickOptions) {
    const banned = readBanned('ban', options);
    const terms = readTerms('ban', options);
    if (banned.address === undefined) return banSeat(banned, terms);
    await bans.add({ ...banned, reason: BANNED, ...terms });
    return true;
  }

  /** Noted first: of what is noted, the match's own metadata say whether it is so. */
  async function banSeat({ matchID, playerID }: Seat, terms: Terms) {
    if (!(await kicks.hasSeat(matchID, playerID))) return false;
    await bans.add({ matchID, playerID, reason: KICKED, ...terms });
    return kicks.kick(matchID, playerID, { reason: KICKED, until: null, ...terms });
  }

  async function unban(options = {} as Banned) {
    const banned = readBanned('unban', options);
    if (banned.address !== undefined) return bans.lift(banned);
    const wasKicked = await kicks.lift(banned.matchID, banned.playerID);
    return await bans.lift(banned) || wasKicked;
  }

  async function listBans(options = {}) {
    const { limit, after } = readPage('listBans', options, placeIn);
    const found: Ban[] = [];
    let last: Place | undefined;
    for (const one of await bans.read()) {
      const place = { time: one.bannedAt, key: keyOf(one) };
      if (after && !isBehind(place, after)) continue;
      if (one.address === undefined && !(await kicks.isKicked(one.matchID, one.playerID))) continue;
      if (found.length === limit) return { bans: found, next: placeText(last as Place) };
      found.push(one);
      last = place;
    }
    return { bans: found };
  }
}

function readBanned(what: string, options: unknown): Banned {
  if (!isObject(options)) throw mistake(`${what}: expected an object`);
  const { address, matchID, playerID } = options;
  if (address !== undefined) {
    const network = networkNamed(address);
    if (network === undefined || matchID !== undefined || playerID !== undefined) throw mistake(`${what}: address: expected an IPv4 or IPv6 address, alone`);
    return { address: network };
  }
  checkName(matchID);
  return { matchID, playerID: readSeat(what, playerID) };
}
