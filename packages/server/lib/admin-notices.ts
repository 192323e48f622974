import { isObject, randomID } from './rondel.js';
import { checkName, mistake } from './admin-arguments.js';
import { MOST_TEXT, isText } from './operator-notice.js';
import type { Notice } from 'rondel/master';
import type { Admin } from '../types/admin.js';
import type { AdminStorage } from './admin-storage.js';
import type { ServerHub } from './hub.js';

interface NoticeOptions {
  hubs: ReadonlyMap<string, Pick<ServerHub, 'noticeTo' | 'noticeToAll'>>;
  metadataOf: AdminStorage['metadataOf'];
}

/** Makes the method that sends an operator's notices to the clients of matches, on every node. */
export function makeNotices({ hubs, metadataOf }: NoticeOptions): Pick<Admin, 'sendNotice'> {
  return { sendNotice };

  async function sendNotice(text: string, options: Parameters<Admin['sendNotice']>[1] = {}) {
    if (!isText(text) || text.trim() === '') throw mistake(`sendNotice: expected a text of 1 to ${MOST_TEXT} characters`);
    if (!isObject(options)) throw mistake('sendNotice: expected an object');
    const { matchID, gameName } = options;
    if (matchID !== undefined && gameName !== undefined) throw mistake('sendNotice: expected a matchID or a gameName, and not both');
    if (gameName !== undefined && !hubs.has(gameName)) throw mistake('sendNotice: gameName: there is no game of this name');
    // A page recognizes a repeated notice by its ID.
    const notice = { id: randomID(), text, sentAt: Date.now() };
    if (matchID !== undefined) return sendTo(matchID, notice);
    for (const [name, hub] of hubs) if (gameName === undefined || name === gameName) hub.noticeToAll(notice);
    return true;
  }

  async function sendTo(matchID: string, notice: Notice) {
    checkName(matchID);
    const hub = hubs.get((await metadataOf(matchID))?.gameName as string);
    hub?.noticeTo(matchID, notice);
    return hub !== undefined;
  }
}
