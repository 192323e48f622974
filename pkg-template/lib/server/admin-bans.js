import { isObject } from '../util/objects.js';
import { networkNamed } from './address.js';
import { checkName, isBehind, mistake, placeIn, placeText, readPage, readSeat, readTerms } from './admin-arguments.js';
import { KICKED } from './admin-kicks.js';
import { BANNED, keyOf } from './bans.js';

/**
 * Whom an operator keeps from playing: all at an address, or the player at a seat, which nobody takes before the ban ends.
 *
 * @param {{ bans: import('./bans.js').Bans, kicks: ReturnType<typeof import('./admin-kicks.js').makeKicks> }} server
 */
export function makeBanning({ bans, kicks }) {
  return { ban, unban, listBans, banSeat };

  async function ban(options = /** @type {any} */ ({})) {
    const banned = readBanned('ban', options);
    const terms = readTerms('ban', options);
    if (banned.address === undefined) return banSeat(banned, terms);
    await bans.add({ ...banned, reason: BANNED, ...terms });
    return true;
  }

  /**
   * Noted first: of what is noted, the match's own metadata say whether it is so.
   *
   * @param {any} seat
   * @param {{ reason?: string, until?: number }} terms
   */
  async function banSeat({ matchID, playerID }, terms) {
    if (!(await kicks.hasSeat(matchID, playerID))) return false;
    await bans.add({ matchID, playerID, reason: KICKED, ...terms });
    return kicks.kick(matchID, playerID, { reason: KICKED, until: null, ...terms });
  }

  async function unban(options = {}) {
    const banned = readBanned('unban', options);
    if (banned.address !== undefined) return bans.lift(banned);
    const wasKicked = await kicks.lift(banned.matchID, banned.playerID);
    return await bans.lift(banned) || wasKicked;
  }

  async function listBans(options = {}) {
    const { limit, after } = readPage('listBans', options, placeIn);
    const found = [];
    let last;
    for (const one of await bans.read()) {
      const place = { time: one.bannedAt, key: keyOf(one) };
      if (after && !isBehind(place, after)) continue;
      if (one.address === undefined && !(await kicks.isKicked(one.matchID, one.playerID))) continue;
      if (found.length === limit) return { bans: found, next: placeText(last) };
      found.push(one);
      last = place;
    }
    return { bans: found };
  }
}

/** @returns {import('./bans.js').Banned} */
function readBanned(what, options) {
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
