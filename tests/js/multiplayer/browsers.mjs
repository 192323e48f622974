// A simulated browser with tabs, as far as Broadcast needs one: channels, locks, and tabs that die.

/** @param {{ hasLocks?: boolean }} options */
export function browser({ hasLocks = true } = {}) {
  const channels = new Set();
  const queues = new Map();
  return {
    openTab() {
      const own = new Set();
      const held = new Set();
      const missed = [];
      let isFrozen = false;
      class BroadcastChannel {
        constructor(name) {
          this.name = name;
          this.isDeaf = () => isFrozen;
          channels.add(this);
          own.add(this);
        }

        postMessage(data) {
          if (isFrozen) return;
          if (!channels.has(this)) throw new Error('the channel is closed');
          for (const other of channels) {
            if (other === this || other.name !== this.name) continue;
            setImmediate(() => channels.has(other) && !other.isDeaf() && other.onmessage?.({ data }));
          }
        }

        close() {
          channels.delete(this);
        }
      }
      const locks = {
        request(name, { signal, steal }, callback) {
          return new Promise((done, failed) => {
            const queue = queues.get(name) ?? [];
            queues.set(name, queue);
            const request = {
              isGranted: false,
              async grant() {
                if (request.isGranted) return;
                request.isGranted = true;
                done(await callback({ name }));
                request.release();
              },
              release() {
                held.delete(request);
                if (!queue.includes(request)) return;
                queue.splice(queue.indexOf(request), 1);
                setImmediate(() => queue[0]?.grant());
              },
              refuse(error) {
                if (isFrozen) missed.push(() => failed(error));
                else failed(error);
                request.release();
              },
            };
            if (steal) {
              const [robbed] = queue.splice(0, 1, request);
              robbed?.refuse(new DOMException('stolen', 'AbortError'));
            } else {
              queue.push(request);
            }
            held.add(request);
            signal?.addEventListener('abort', () => {
              if (!request.isGranted) request.refuse(signal.reason);
            });
            setImmediate(() => queue[0]?.grant());
          });
        },
      };
      return {
        BroadcastChannel,
        locks: hasLocks ? locks : undefined,
        /** Freezes a tab, as browsers do with tabs in the background: it receives and sends nothing. */
        freeze() {
          isFrozen = true;
        },
        thaw() {
          isFrozen = false;
          for (const hear of missed.splice(0)) hear();
        },
        /** Kills a tab, like its process. */
        kill() {
          isFrozen = true;
          for (const channel of own) channel.close();
          for (const request of [...held]) request.release();
        },
      };
    },
  };
}
