import { hasMembers } from '../../util/objects.js';
import { messageOf } from '../../util/print.js';

/** The browser has failed to read or store something. What it has thrown is the `cause`, which may be anything. */
export class Unkept extends Error {
  #isUnkept = true;

  /** @param {unknown} cause */
  constructor(cause) {
    super(messageOf(cause), { cause });
  }

  /** Of anything that was thrown, a proxy included. */
  static is(thrown) {
    return hasMembers(thrown) && #isUnkept in thrown;
  }
}
