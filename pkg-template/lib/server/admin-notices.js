import { isObject } from '../util/objects.js';
import { checkName, mistake } from './admin-arguments.js';
import { MOST_TEXT, isText, noticeOf } from './notice.js';

/**
 * What an operator says to those who are at matches now, on every node.
 *
 * @param {{ hubs: Map<string, any>, metadataOf: (matchID: string) => any }} server
 */
export function makeNotices({ hubs, metadataOf }) {
  return { sendNotice };

  async function sendNotice(text, options = {}) {
    if (!isText(text) || text.trim() === '') throw mistake(`sendNotice: expected a text of 1 to ${MOST_TEXT} characters`);
    if (!isObject(options)) throw mistake('sendNotice: expected an object');
    const { matchID, gameName } = options;
    if (matchID !== undefined && gameName !== undefined) throw mistake('sendNotice: expected a matchID or a gameName, and not both');
    if (gameName !== undefined && !hubs.has(gameName)) throw mistake('sendNotice: gameName: there is no game of this name');
    const notice = noticeOf(text);
    if (matchID !== undefined) return sendTo(matchID, notice);
    for (const [name, hub] of hubs) if (gameName === undefined || name === gameName) hub.noticeToAll(notice);
    return true;
  }

  async function sendTo(matchID, notice) {
    checkName(matchID);
    const hub = hubs.get((await metadataOf(matchID))?.gameName);
    hub?.noticeTo(matchID, notice);
    return hub !== undefined;
  }
}
