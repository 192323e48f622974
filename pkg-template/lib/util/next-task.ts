// The real ones, also where a test replaces them.
const { MessageChannel, setImmediate, setTimeout } = globalThis as any;

/** Resolves when all that waits has been done, promises first: in the next task. A timer would wait for some milliseconds. */
export function nextTask(): Promise<void> {
  return new Promise((done) => {
    if (setImmediate) return void setImmediate(done);
    // Jest's jsdom environment has neither.
    if (!MessageChannel) return void setTimeout(done);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/** Resolves after so many milliseconds. */
export function later(milliseconds: number): Promise<void> {
  return new Promise((done) => { setTimeout(done, milliseconds); });
}
