/** What an entry of the package has to be by its hand-written types. Nothing of it runs: the compiler alone reads it. */

/** What is declared, with these functions as the compiler takes them that were called without type parameters: what is made has none. */
export type Bare<Declared, Functions extends keyof Declared = never> = {
  [Name in keyof Declared]: Name extends Functions ? OfBounds<Declared[Name]> : Declared[Name];
};

type OfBounds<Declared> = Declared extends (...args: infer Args) => infer Result ? (...args: Args) => Result : Declared;

/** What an entry exports that its types do not know. */
export type Undeclared<Declared, Made> = Exclude<keyof Made, keyof Declared>;

/**
 * Where what is made says too little for the compiler to compare it with what is declared, or takes more than that: a text for each
 * place. `any` is like everything, and so are parameters of which nothing is said.
 */
export type Unknown<Declared, Made, Depth extends unknown[] = [1, 1, 1]> = Depth extends [unknown, ...infer Rest]
  ? { [Name in keyof Declared & string]: Name extends keyof Made ? At<Name, OfMember<Declared[Name], Made[Name], Rest>> : never }[keyof Declared & string]
  : never;

type OfMember<Declared, Made, Depth extends unknown[]> =
  IsSame<Declared, Made> extends true ? never
  : IsAny<Declared> extends true ? never
  : IsAny<Made> extends true ? ' is any'
  : Declared extends abstract new (...args: any) => infer Instance
    ? Made extends abstract new (...args: any) => infer MadeInstance
      ? TooMany<ConstructorParameters<Declared>, ConstructorParameters<Made>> | At<'.', Unknown<Instance, MadeInstance, Depth>>
      : OfFunction<Declared, Made, Depth>
  : OfFunction<Declared, Made, Depth>;

type OfFunction<Declared, Made, Depth extends unknown[]> =
  Declared extends (...args: any) => infer Result
    ? Made extends (...args: any) => infer MadeResult
      ? TooMany<Parameters<Declared>, Parameters<Made>> | OfResult<Awaited<Result>, Awaited<MadeResult>, Depth>
      : never
    : OfObject<Declared, Made, Depth>;

type OfResult<Declared, Made, Depth extends unknown[]> =
  IsAny<Declared> extends true ? never
  : IsAny<Made> extends true ? '() returns any'
  : Declared extends (...args: any) => any ? At<'()', OfFunction<Declared, Made, Depth>>
  : At<'()', OfObject<Declared, Made, Depth>>;

type OfObject<Declared, Made, Depth extends unknown[]> =
  Declared extends readonly unknown[] | string | number | boolean | symbol | null | undefined | void ? never
  : At<'.', Unknown<Declared, Made, Depth>>;

type TooMany<Declared extends unknown[], Made extends unknown[]> =
  number extends Declared['length'] | Made['length'] ? never
  : Places<Made> extends [...Places<Declared>, 0, ...0[]] ? ' takes more than is declared' : never;

type Places<List extends unknown[]> = Zeros<Required<List>>;
type Zeros<List extends unknown[]> = { [Place in keyof List]: 0 };

type At<Place extends string, Faults> = Faults extends string ? `${Place}${Faults}` : never;

type IsAny<T> = 0 extends 1 & T ? true : false;
type IsSame<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
