// Requests to a child process by IPC, and its answers.
import { once } from 'node:events';

/** Sends a request to a child, and returns its answer. */
export function ask(child, question) {
  child.send(question);
  return answer(child);
}

/** Returns the next message of a child; rejects if the child ends instead. */
export async function answer(child) {
  const ended = new AbortController();
  const fail = (code, signal) => ended.abort(new Error(`the process ended with ${signal ?? code}`));
  child.once('exit', fail);
  try {
    const [message] = await once(child, 'message', { signal: ended.signal });
    return message;
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    child.off('exit', fail);
  }
}
