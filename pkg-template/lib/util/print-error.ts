import { printableLines } from './foreign-text.js';
import { print } from './print.js';

/** Maximum depth of printed causes. */
const DEPTH = 5;

/** Prints an error on a server's console. The error may quote a stranger. */
export function printError(text: string, thrown: unknown) {
  print('error', text, printableError(thrown));
}

/** Prints that the `onError` of a master has thrown. */
export function printErrorOfOnError(thrown: unknown) {
  printError('rondel: onError threw:', thrown);
}

/**
 * Returns an error that is safe for a log. An error whose texts would begin lines like the log's own, or move the cursor, is replaced by a
 * copy with the same frames and fields.
 */
export function printableError(thrown: unknown, depth = DEPTH): unknown {
  try {
    if (typeof thrown === 'string') return printableLines(thrown);
    return thrown instanceof Error ? cleaned(thrown, depth) : thrown;
  } catch {
    return 'a value that cannot be read';
  }
}

function cleaned(error: Error, depth: number) {
  const message = String(error.message);
  const stack = printableStack(String(error.stack ?? error), message);
  const cause = depth > 0 ? printableError(error.cause, depth - 1) : undefined;
  if (stack === error.stack && printableLines(message) === message && cause === error.cause) return error;
  const shown = Object.assign(new Error(), error);
  Object.defineProperties(shown, {
    message: { value: printableLines(message), configurable: true, writable: true },
    stack: { value: stack, configurable: true, writable: true },
  });
  if (cause !== undefined) Object.defineProperty(shown, 'cause', { value: cause, configurable: true, writable: true });
  return shown;
}

/** Escapes the message, which may look like stack frames. After it only frames begin lines. */
function printableStack(stack: string, message: string) {
  const end = stack.indexOf(message) + message.length;
  if (end < message.length) return framed(stack);
  return printableLines(stack.slice(0, end)) + framed(stack.slice(end));
}

function framed(text: string) {
  return text.split(/\n(?= +at )/).map(printableLines).join('\n');
}
