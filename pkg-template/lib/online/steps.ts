import { isPromise } from '../util/promise.js';

/** Work for `drive`. It is sent the results of what it yields, whose types TypeScript cannot relate to them. */
export type Steps<Result> = Generator<unknown, Result, any>;

/** Runs a synchronous part of some steps. */
export type Around = <Result>(part: () => Result) => Result;

/** Runs a part as it is. */
const alone: Around = (part) => part();

/**
 * Runs a generator to its end. It waits for what is yielded if that is a promise, and only then.
 *
 * @param around runs each part between two promises
 */
export function drive<Result>(generator: Steps<Result>, around: Around = alone, method: 'next' | 'throw' = 'next', input: unknown = undefined): Result | Promise<Result> {
  return around(() => {
    for (let [how, given] = [method, input]; ; how = 'next') {
      const { done, value } = generator[how](given);
      if (done) return value;
      if (isPromise(value)) {
        return Promise.resolve(value).then((result) => drive(generator, around, 'next', result), (error) => drive(generator, around, 'throw', error));
      }
      given = value;
    }
  });
}
