export type RondelError = Error & { code: string, payload?: unknown };

/** Returns an error of Rondel's own: `name: 'RondelError'`, and a `code` for its kind. */
export function rondelError(code: string, message: string, payload?: unknown): RondelError {
  const error: RondelError = Object.assign(new Error(message), { name: 'RondelError', code });
  if (payload !== undefined) error.payload = payload;
  return error;
}

/** Returns `true` if a thrown value is one of Rondel's own errors of these kinds. Foreign values may throw when they are read. */
export function hasCode(thrown: unknown, codes: readonly string[]): boolean {
  try {
    return thrown instanceof Error && codes.includes((thrown as RondelError).code);
  } catch {
    return false;
  }
}

/** Returns `true` for the stack overflow error of V8, JavaScriptCore or SpiderMonkey. */
export function isOverflow(thrown: unknown) {
  try {
    const { message } = thrown as { message?: unknown };
    // No regular expression: V8 cannot compile one when the stack is full.
    return typeof message === 'string' && (message.includes('call stack') || message.includes('too much recursion'));
  } catch {
    return false;
  }
}

/** Error of a command with invalid arguments. */
export class Misuse extends Error {
  isMisuse = true;
}
