import { hasMembers } from '../../util/objects.js';
import { messageOf } from '../../util/print.js';

/** What a browser throws in place of reading or keeping something, as its `cause`: that may be anything. */
export class Unkept extends Error {
  #isUnkept = true;

  /** @param {unknown} cause */
  constructor(cause) {
    super(messageOf(cause), { cause });
  }

  /** Of whatever was thrown, a proxy included. */
  static is(thrown) {
    return hasMembers(thrown) && #isUnkept in thrown;
  }
}
