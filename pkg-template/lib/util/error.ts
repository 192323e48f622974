export type RondelError = Error & { code: string, payload?: unknown };

/** An error of Rondel's own: `name: 'RondelError'`, and a `code` for its kind. */
export function rondelError(code: string, message: string, payload?: unknown): RondelError {
  const error: RondelError = Object.assign(new Error(message), { name: 'RondelError', code });
  if (payload !== undefined) error.payload = payload;
  return error;
}

/** Whether something that was thrown is one of Rondel's own errors of these kinds. It may be of others' code, and throw when it is looked at. */
export function hasCode(thrown: unknown, codes: readonly string[]): boolean {
  try {
    return thrown instanceof Error && codes.includes((thrown as RondelError).code);
  } catch {
    return false;
  }
}
