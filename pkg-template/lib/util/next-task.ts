// The real functions, also where a test replaces them.
const { MessageChannel, setImmediate, setTimeout } = globalThis as any;

/** Resolves in the next task, after all pending promises. A timer would wait for some milliseconds. */
export function nextTask(): Promise<void> {
  return new Promise((done) => {
    if (setImmediate) return void setImmediate(done);
    // Jest's jsdom environment has neither `setImmediate` nor `MessageChannel`.
    if (!MessageChannel) return void setTimeout(done);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/** Resolves after a time in milliseconds. */
export function delay(milliseconds: number): Promise<void> {
  return new Promise((done) => { setTimeout(done, milliseconds); });
}
