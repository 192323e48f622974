import type { BotNode as Declared } from '../../types/bots.js';
import type { State } from '../../types/game.js';
import type { Action } from './search.js';

/** A node as a search reports it. `value` is the mean. */
interface SearchNode {
  action?: Action;
  visits: number;
  value: number;
  readonly children: SearchNode[];
}

/** The parent node, the state of the root, and a check whether the search is still at this position. */
interface NodeContext {
  parent?: BotNode;
  state?: State;
  isCurrent: () => boolean;
}

/**
 * A node of a search tree, in boardgame.io's shape. Reading `children` creates them, while the search is at this position; later the list
 * is empty. `JSON.stringify` omits nodes, so that no tree is ever sent.
 */
export class BotNode implements Declared {
  declare readonly parent: BotNode | undefined;
  declare readonly state: State | undefined;
  declare readonly parentAction: Action | undefined;
  declare readonly visits: number;
  declare readonly value: number;

  #node: SearchNode;
  #isCurrent: () => boolean;
  #children: BotNode[] | undefined;

  constructor(node: SearchNode, { parent, state, isCurrent }: NodeContext) {
    this.#node = node;
    this.#isCurrent = isCurrent;
    this.parent = parent;
    this.state = state;
    this.parentAction = node.action;
    this.visits = node.visits;
    this.value = node.value * node.visits;
  }

  get children(): readonly BotNode[] {
    return (this.#children ??= this.#makeChildren());
  }

  toJSON() {
    return undefined;
  }

  #makeChildren() {
    const nodes = this.#isCurrent() ? this.#node.children : [];
    return nodes.map((child) => new BotNode(child, { parent: this, isCurrent: this.#isCurrent }));
  }
}
