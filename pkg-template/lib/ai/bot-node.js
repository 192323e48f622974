/**
 * A node of the tree of a search, in the shape of boardgame.io's. Its children are made when they are read, which is possible while the
 * search is at this position: a late reader sees none. It has no text in JSON, so that no tree is ever sent.
 */
export class BotNode {
  #found;
  #isThere;
  /** @type {BotNode[] | undefined} */
  #children;

  /**
   * @param {{ action?: any, visits: number, value: number, children: any[] }} found what the search says of it; `value` is the mean
   * @param {object} place
   * @param {BotNode} [place.parent]
   * @param {any} [place.state] that of the root
   * @param {() => boolean} place.isThere whether the search is still at this position
   */
  constructor(found, { parent, state, isThere }) {
    this.#found = found;
    this.#isThere = isThere;
    this.parent = parent;
    this.state = state;
    this.parentAction = found.action;
    this.visits = found.visits;
    this.value = found.value * found.visits;
  }

  /** @returns {readonly BotNode[]} */
  get children() {
    return (this.#children ??= this.#childrenFound());
  }

  toJSON() {
    return undefined;
  }

  #childrenFound() {
    const found = this.#isThere() ? this.#found.children : [];
    return found.map((child) => new BotNode(child, { parent: this, isThere: this.#isThere }));
  }
}
