import type { BotNode as Declared } from '../../types/bots.js';
import type { State } from '../../types/game.js';
import type { Action } from './search.js';

/** A node as a search reports it. `value` is the mean. */
interface FoundNode {
  action?: Action;
  visits: number;
  value: number;
  readonly children: FoundNode[];
}

/** The node above, the state of the root, and whether the search is still at this position. */
interface Place {
  parent?: BotNode;
  state?: State;
  isThere: () => boolean;
}

/**
 * A node of the tree of a search, in the shape of boardgame.io's. Its children are made when they are read, which is possible while the
 * search is at this position: a late reader sees none. It has no text in JSON, so that no tree is ever sent.
 */
export class BotNode implements Declared {
  declare readonly parent: BotNode | undefined;
  declare readonly state: State | undefined;
  declare readonly parentAction: Action | undefined;
  declare readonly visits: number;
  declare readonly value: number;

  #found: FoundNode;
  #isThere: () => boolean;
  #children: BotNode[] | undefined;

  constructor(found: FoundNode, { parent, state, isThere }: Place) {
    this.#found = found;
    this.#isThere = isThere;
    this.parent = parent;
    this.state = state;
    this.parentAction = found.action;
    this.visits = found.visits;
    this.value = found.value * found.visits;
  }

  get children(): readonly BotNode[] {
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
