/**
 * What a page may read and not write.
 */

/**
 * `T`, read-only as deep as it goes. As TypeScript takes what is `readonly` where it may be written, so it takes these lists: a
 * helper that has `T` as its parameter may be handed either.
 *
 * @example
 * const Board = ({ G }: BoardProps<DeepReadonly<MyState>>) => <Score points={pointsOf(G)} />;
 */
export type DeepReadonly<T> = unknown extends T ? T
  : T extends AsItIs ? T
  : T extends unknown[] ? ReadonlyItems<T>
  : { readonly [Name in keyof T]: DeepReadonly<T[Name]> };

type AsItIs = string | number | bigint | boolean | symbol | null | undefined | ((...args: any) => any);

// A list of any length, of a fixed one, and of at least so many: the last has no type of its own that a mutable one takes.
type ReadonlyItems<T extends unknown[]> = number extends T['length']
  ? '0' extends keyof T ? { readonly [At in keyof T]: DeepReadonly<T[At]> } : ReadonlyList<DeepReadonly<T[number]>>
  : ReadonlyList<DeepReadonly<T[number]>> & { readonly [At in keyof T as At extends 'length' ? At : Exclude<At, keyof unknown[]>]: DeepReadonly<T[At]> };

/** A list that nobody changes, and that an `Array<T>` may be given for, and be: a `readonly T[]` could not be handed to what takes a `T[]`. */
export interface ReadonlyList<T> extends Array<T> {
  readonly [at: number]: T;
  readonly length: number;
  push(this: MovesAlone, ...items: T[]): number;
  pop(this: MovesAlone): T | undefined;
  shift(this: MovesAlone): T | undefined;
  unshift(this: MovesAlone, ...items: T[]): number;
  splice(this: MovesAlone, start: number, deleteCount?: number, ...items: T[]): T[];
  sort(this: MovesAlone, compare?: (a: T, b: T) => number): this;
  reverse(this: MovesAlone): T[];
  fill(this: MovesAlone, value: T, start?: number, end?: number): this;
  copyWithin(this: MovesAlone, target: number, start: number, end?: number): this;
}
type MovesAlone = 'the state is read-only: moves alone change it';
