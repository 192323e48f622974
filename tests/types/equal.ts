/** Compiles only if the two types are the same: `equal<A, B>(true)`. */
export declare function equal<A, B>(
  same: (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false,
): void;
