// A browser with tabs, as far as Broadcast sees one: channels, locks, and tabs that go away without a word.

/** @param {{ hasLocks?: boolean }} options */
export function browser({ hasLocks = true } = {}) {
  const channels = new Set();
  const queues = new Map();
  return {
    openTab() {
      const own = new Set();
      const held = new Set();
      let isDead = false;
      class BroadcastChannel {
        constructor(name) {
          this.name = name;
          channels.add(this);
          own.add(this);
        }

        postMessage(data) {
          if (isDead) return;
          if (!channels.has(this)) throw new Error('the channel is closed');
          for (const other of channels) {
            if (other === this || other.name !== this.name) continue;
            setImmediate(() => channels.has(other) && other.onmessage?.({ data }));
          }
        }

        close() {
          channels.delete(this);
        }
      }
      const locks = {
        request(name, { signal }, callback) {
          return new Promise((done, failed) => {
            const release = () => {
              held.delete(release);
              queue.splice(queue.indexOf(request), 1);
              setImmediate(() => queue[0]?.grant());
            };
            const request = {
              async grant() {
                if (request.isGranted) return;
                request.isGranted = true;
                done(await callback({ name }));
                release();
              },
            };
            const queue = queues.get(name) ?? [];
            queues.set(name, queue);
            queue.push(request);
            held.add(release);
            signal.addEventListener('abort', () => {
              if (request.isGranted) return;
              release();
              failed(signal.reason);
            });
            setImmediate(() => queue[0]?.grant());
          });
        },
      };
      return {
        BroadcastChannel,
        locks: hasLocks ? locks : undefined,
        /** As if the process were killed. */
        kill() {
          isDead = true;
          for (const channel of own) channel.close();
          for (const release of [...held]) release();
        },
      };
    },
  };
}
