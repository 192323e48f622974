import type { BotCandidate } from '../../types/bots.js';
import type { OtherObject } from '../engine/instance.js';
import type { Candidate, Node } from './search.js';

/** Findings of several searches of one position, one list per search. */
export type FindingLists = readonly (readonly BotCandidate[])[];

/** An action, and the node of the tree that it leads to. */
export type ReportedCandidate = Candidate & { node: number };

/** Base of the searches for games in JavaScript and in Rust: reads the results of a searcher in WebAssembly. */
export class BaseSearch {
  /** The searcher of the current position. */
  searcher!: OtherObject;

  /** Number of restarts because of unreliable findings. */
  restarts = 0;

  /** Returns the searcher's findings below a node of the tree. Node 0 is the position. */
  below(_node: number): ReportedCandidate[] {
    return [];
  }

  /** Returns the findings of several searches of this position, merged by the searcher. */
  merged(_candidates: FindingLists): Candidate[] {
    return [];
  }

  /** Number of iterations in this position. */
  get iterations(): number {
    return this.searcher.isRetired ? 0 : this.searcher.iterations();
  }

  /** Number of nodes in the tree. */
  get size(): number {
    return this.searcher.isRetired ? 0 : this.searcher.size();
  }

  /** Returns the possible actions with the findings about them. */
  candidates(): Candidate[] {
    return this.#below(0).map(candidateOf);
  }

  /**
   * Returns the best action; `undefined` if there is none.
   *
   * @param how.sharpness draws an action with a probability proportional to its visits to this power
   * @param how.candidates findings of several searches of this position, in their order
   */
  choose({ sharpness = NaN, candidates }: { sharpness?: number, candidates?: FindingLists } = {}): Candidate | undefined {
    if (this.searcher.isRetired) return undefined;
    const reported = candidates ? this.merged(candidates) : this.#below(0);
    const chosen = reported[this.searcher.choose(sharpness)];
    return chosen && candidateOf(chosen);
  }

  /** Returns the tree. Reading `children` creates the nodes, with the findings at that time. */
  tree(): { visits: number, children: Node[] } {
    return { visits: this.iterations, children: this.#children(0) };
  }

  /** Frees the memory of the search. */
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
