/** Returns `true` for the error of a full stack, in the words of V8 and JavaScriptCore, or of SpiderMonkey. */
export function isOverflow(thrown: unknown) {
  try {
    const { message } = thrown as { message?: unknown };
    // No regular expression: V8 could not compile it here.
    return typeof message === 'string' && (message.includes('call stack') || message.includes('too much recursion'));
  } catch {
    return false;
  }
}
