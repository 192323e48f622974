/** What a search has found out, as its searcher in WebAssembly reports it: the same for games in JavaScript and in Rust. */
export class Found {
  /**
   * Of the position that is searched.
   *
   * @type {any}
   */
  searcher;

  /**
   * What was reported last: the searcher fills the list.
   *
   * @type {any[]}
   */
  reported = [];

  /** How often the search has begun again, because its findings could not be trusted. */
  restarts = 0;

  /**
   * From now on, what is found goes into this list.
   *
   * @param {any[]} list
   */
  collect(list) {
    this.reported = list;
  }

  /**
   * Hands over what other searches of this position have found out.
   *
   * @param {import('./search.js').Candidate[][]} _candidates
   */
  hand(_candidates) {}

  /**
   * How many iterations have been made in this position.
   *
   * @returns {number}
   */
  get iterations() {
    return this.searcher.isRetired ? 0 : this.searcher.iterations();
  }

  /**
   * How many nodes the tree has.
   *
   * @returns {number}
   */
  get size() {
    return this.searcher.isRetired ? 0 : this.searcher.size();
  }

  /**
   * What can be done, with what is known of each.
   *
   * @returns {import('./search.js').Candidate[]}
   */
  candidates() {
    return this.#below(0).map(candidateOf);
  }

  /**
   * What to do; undefined if nothing can be done.
   *
   * @param {{ sharpness?: number, candidates?: import('./search.js').Candidate[][] }} [how] `sharpness`: not the best one, but any in proportion to its visits to
   *   that power; `candidates`: what several searches of this position have found out, in their order
   * @returns {import('./search.js').Candidate | undefined}
   */
  choose({ sharpness = NaN, candidates } = {}) {
    if (this.searcher.isRetired) return undefined;
    const reported = candidates ? this.#merged(candidates) : this.#below(0);
    const chosen = reported[this.searcher.choose(sharpness)];
    return chosen && candidateOf(chosen);
  }

  /**
   * The tree, for anyone who wants to look at it. Nodes are made when they are looked at, and show what is known then.
   *
   * @returns {{ visits: number, children: import('./search.js').Node[] }}
   */
  tree() {
    return { visits: this.iterations, children: this.#children(0) };
  }

  /** Gives back the memory of the search. */
  free() {
    this.searcher.free();
  }

  #below(node) {
    this.collect([]);
    if (!this.searcher.isRetired) this.searcher.reportBelow(node);
    return this.reported;
  }

  #merged(candidates) {
    this.collect([]);
    this.hand(candidates);
    this.searcher.mergeGiven();
    return this.reported;
  }

  /** @returns {import('./search.js').Node[]} */
  #children(node) {
    return this.#below(node).map((entry) => {
      const children = () => this.#children(entry.node);
      return {
        ...candidateOf(entry),
        get children() {
          return children();
        },
      };
    });
  }
}

/** @returns {import('./search.js').Candidate} */
function candidateOf({ playerID, action, visits, value, proven }) {
  return { playerID, action, visits, value, proven };
}
