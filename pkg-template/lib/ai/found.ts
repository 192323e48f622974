import type { BotCandidate } from '../../types/bots.js';
import type { OtherObject } from '../engine/instance.js';
import type { Candidate, Node } from './search.js';

/** The findings of several searches of one position, a list for each. */
export type Candidates = readonly (readonly BotCandidate[])[];

/** An action, and the node of the tree that it leads to. */
export type Reported = Candidate & { node: number };

/** What a search has found out, as its searcher in WebAssembly reports it: the same for games in JavaScript and in Rust. */
export class Found {
  /** Of the position that is searched. */
  searcher!: OtherObject;

  /** How often the search has begun again, because its findings could not be trusted. */
  restarts = 0;

  /** What has been found out below a node of the tree, as the searcher reports it; 0 is the position. */
  below(_node: number): Reported[] {
    return [];
  }

  /** What several searches of this position have found out, put together by the searcher. */
  merged(_candidates: Candidates): Candidate[] {
    return [];
  }

  /** How many iterations have been made in this position. */
  get iterations(): number {
    return this.searcher.isRetired ? 0 : this.searcher.iterations();
  }

  /** How many nodes the tree has. */
  get size(): number {
    return this.searcher.isRetired ? 0 : this.searcher.size();
  }

  /** What can be done, with what is known of each. */
  candidates(): Candidate[] {
    return this.#below(0).map(candidateOf);
  }

  /**
   * What to do; undefined if nothing can be done.
   *
   * @param how.sharpness not the best one, but any in proportion to its visits to that power
   * @param how.candidates what several searches of this position have found out, in their order
   */
  choose({ sharpness = NaN, candidates }: { sharpness?: number, candidates?: Candidates } = {}): Candidate | undefined {
    if (this.searcher.isRetired) return undefined;
    const reported = candidates ? this.merged(candidates) : this.#below(0);
    const chosen = reported[this.searcher.choose(sharpness)];
    return chosen && candidateOf(chosen);
  }

  /** The tree, for anyone who wants to look at it. Nodes are made when they are looked at, and show what is known then. */
  tree(): { visits: number, children: Node[] } {
    return { visits: this.iterations, children: this.#children(0) };
  }

  /** Gives back the memory of the search. */
  free() {
    this.searcher.free();
  }

  #below(node: number) {
    return this.searcher.isRetired ? [] : this.below(node);
  }

  #children(node: number): Node[] {
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

function candidateOf({ playerID, action, visits, value, proven }: Candidate): Candidate {
  return { playerID, action, visits, value, proven };
}
