// A database server of a test: started on a free port of loopback, killed, started again, stopped.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** Ends the processes of a killed test process: first by a signal that lets a server end its own processes, and then at once. */
const GUARD = 'while kill -0 "$1" 2>/dev/null; do sleep 1; done; kill "$2" 2>/dev/null && sleep 1; kill -9 "$2" 2>/dev/null; [ -z "$3" ] || rm -rf "$3"';
/** A server that was killed may need a moment until another can take its place. */
const ATTEMPTS = 20;
/** Lowest port of tests. Programs use those below, and the system gives those from 32768 on to outgoing connections. */
const LOWEST_PORT = 12_000;
const PORTS = 20_000;

/**
 * @param {{
 *   command: string,
 *   argsFor: (port: number) => string[],
 *   ready: RegExp,
 *   folder: string,
 *   uid?: number,
 * }} options `ready` is what a line of its output says when it takes connections; `uid` is who it runs as
 */
export async function startServerProcess({ command, argsFor, ready, folder, uid }) {
  let port = 0;
  let child = await run(freePort);

  /** @param {() => number | Promise<number>} choosePort */
  async function run(choosePort) {
    let said = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      port = await choosePort();
      const started = spawn(command, argsFor(port), { uid, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      guard(started, folder);
      const outcome = await Promise.race([whenReady(started, ready), whenEnded(started)]);
      if (outcome === null) return started;
      said = outcome;
    }
    throw new Error(`${command} does not start: ${said}`);
  }

  async function end(signal) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  return {
    port,
    get pid() { return child.pid; },
    /** As when the power of its machine fails, except for what the operating system has in memory. */
    kill: () => end('SIGKILL'),
    /** After `kill`. */
    async restart() { child = await run(() => port); },
    /** @param {NodeJS.Signals} [signal] */
    stop: (signal = 'SIGTERM') => end(signal),
  };
}

/**
 * Returns a port without a listener: one of those that no system gives to outgoing connections, which other tests open by the
 * thousand until it is used.
 */
export async function freePort() {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Ends a process, and removes its folder, when this one has ended. */
export function guard(child, folder = '') {
  if (child.pid === undefined) return;
  const watcher = spawn('sh', ['-c', GUARD, 'sh', String(process.pid), String(child.pid), folder], { detached: true, stdio: 'ignore' });
  watcher.unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
}

/** Resolves to `null` as soon as the server accepts connections. Later output is read, too: a full pipe would block the server. */
function whenReady(child, ready) {
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => ready.test(line) && resolve(null));
    }
  });
}

/** Resolves to the last output of a process. */
function whenEnded(child) {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { said = `${said}${text}`.slice(-2000); });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => resolve(said));
  });
}
