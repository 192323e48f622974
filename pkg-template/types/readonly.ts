/**
 * Read-only state, as pages receive it.
 */

/**
 * `T`, read-only at any depth. A helper whose parameter is `T` accepts it, as TypeScript accepts objects with `readonly` fields: its lists are
 * assignable to mutable ones.
 *
 * @example
 * const Board = ({ G }: BoardProps<DeepReadonly<MyState>>) => <Score points={pointsOf(G)} />;
 */
export type DeepReadonly<T> = unknown extends T ? T
  : T extends AsItIs ? T
  : T extends unknown[] ? ReadonlyItems<T>
  : { readonly [Name in keyof T]: DeepReadonly<T[Name]> };

type AsItIs = string | number | bigint | boolean | symbol | null | undefined | ((...args: any) => any);

// Lists of any length, tuples, and tuples with a rest. TypeScript has no read-only type of the last kind that is assignable to a mutable one.
type ReadonlyItems<T extends unknown[]> = number extends T['length']
  ? '0' extends keyof T ? { readonly [At in keyof T]: DeepReadonly<T[At]> } : ReadonlyList<DeepReadonly<T[number]>>
  : ReadonlyList<DeepReadonly<T[number]>> & { readonly [At in keyof T as At extends 'length' ? At : Exclude<At, keyof unknown[]>]: DeepReadonly<T[At]> };

/** A read-only list that is assignable to `Array<T>` and from it. A `readonly T[]` is not assignable to a `T[]`. */
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
